/* SPDX-License-Identifier: Apache-2.0 */
#include "decode_resync.h"

#include <stdbool.h>

#define CLEAN_RECORDS 4u

/* Whether the next records decode without an error. Padding alone does not count as a record. */
static bool is_clean(const uint8_t *buf, size_t bytes, const struct spe_decode_options *options)
{
    const struct spe_decoded_record *record = NULL;
    struct spe_decoder decoder;
    unsigned seen = 0;
    spe_decoder_init(&decoder, options);
    (void)spe_decoder_feed(&decoder, buf, bytes);
    while (seen < CLEAN_RECORDS && spe_decoder_next(&decoder, &record) > 0) {
        if (spe_problems_have_error(record->problems)) {
            return false;
        }
        seen++;
    }
    return seen > 0;
}

/* Length of the partial record that begins at `buf`; 0: no end of a record follows. */
static size_t end_of_first(const uint8_t *buf, size_t bytes,
                           const struct spe_decode_options *options)
{
    const struct spe_decoded_record *record = NULL;
    struct spe_decoder decoder;
    spe_decoder_init(&decoder, options);
    (void)spe_decoder_feed(&decoder, buf, bytes);
    return spe_decoder_next(&decoder, &record) > 0 ? (size_t)(record->offset + record->length) : 0;
}

size_t decode_resync(const uint8_t *buf, size_t bytes, const struct spe_decode_options *options)
{
    struct spe_decode_options quiet = *options;
    const size_t limit = options->record_limit ? options->record_limit : 2048;
    quiet.on_problem = NULL;
    quiet.on_more = NULL;
    for (size_t at = 0; at < bytes && at < limit; at++) {
        const size_t first = end_of_first(buf + at, bytes - at, &quiet);
        if (first > 0 && is_clean(buf + at + first, bytes - at - first, &quiet)) {
            return at + first;
        }
    }
    return bytes;
}
