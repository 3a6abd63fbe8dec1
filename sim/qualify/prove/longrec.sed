# Records of 128 bytes instead of 2 KB, the end packet at byte 119: the shifter of the encoder would be 16,384 bits wide. What a
# burst of 256 beats bounds is not proven so.
s/MaxSize = 11;/MaxSize = 7;/
s/17'h0EFF7/17'h0E877/
