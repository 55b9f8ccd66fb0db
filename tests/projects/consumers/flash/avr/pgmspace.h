/* Of an AVR's flash: here any memory is read. */
#define PROGMEM
#define pgm_read_byte(from) (*(const uint8_t *)(from))
#define pgm_read_word(from) (*(const uint16_t *)(from))
#define pgm_read_dword(from) (*(const uint32_t *)(from))
#define pgm_read_float(from) (*(const float *)(from))
#define memcpy_P memcpy
