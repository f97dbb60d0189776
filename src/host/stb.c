/* The bodies of the stb libraries. */
#define STB_DS_IMPLEMENTATION
#include <stb_ds.h>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb_image_write.h>
