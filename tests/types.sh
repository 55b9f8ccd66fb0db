# SPDX-License-Identifier: MIT
# To be sourced: the C types of the element types, and their sizes.

c_type_of() { # c_type_of TYPE [LITERAL]
    case $1${2-} in
    f16native) echo f16_element ;;
    bf16native) echo bf16_element ;;
    f32*) echo float ;;
    f64*) echo double ;;
    i16* | q15*) echo int16_t ;;
    *16*) echo uint16_t ;;
    u8*) echo uint8_t ;;
    q31* | q23*) echo int32_t ;;
    q7* | s8* | i8*) echo int8_t ;;
    *) echo "no type $1" >&2; return 1 ;;
    esac
}

bytes_of() { # bytes_of TYPE: of an element
    case $1 in
    f64) echo 8 ;;
    f32 | q31 | q23) echo 4 ;;
    *16 | q15) echo 2 ;;
    *8 | q7) echo 1 ;;
    *) echo "no type $1" >&2; return 1 ;;
    esac
}
