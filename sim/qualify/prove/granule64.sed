# Records of 128 bytes instead of 2 KB, as of longrec: the shifter of the encoder would be 16,384 bits wide.
s/MaxSize = 11;/MaxSize = 7;/
s/Align = 11;/Align = 7;/
