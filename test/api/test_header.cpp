/* The same host, compiled as C++. */
#include "test_header.c"
