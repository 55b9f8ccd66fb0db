
/*%% if progmem=yes */
#ifdef __AVR__
/*%% if high_bits=16 */
#define @name@_HIGH(at) ((@high_type@)pgm_read_word(at))
/*%% else */
#define @name@_HIGH(at) ((@high_type@)pgm_read_dword(at))
/*%% end */
/*%% if low_bits=8 */
#define @name@_LOW(at) pgm_read_byte(at)
/*%% end */
/*%% if low_bits=16 */
#define @name@_LOW(at) pgm_read_word(at)
/*%% end */
#else
/*%% end */
#define @name@_HIGH(at) (*(at))
/*%% if low_bits=0 */
/*%% else */
#define @name@_LOW(at) (*(at))
/*%% end */
/*%% if progmem=yes */
#endif
/*%% end */

/*%% if low_bits=16 */
/* 1 where 32 x 32 bits to 64 is a call of a function; 16 x 16 bits to 32 isn't */
#ifndef @name@_NARROW
#if defined __AVR__ || \
    (defined __ARM_ARCH_ISA_THUMB && __ARM_ARCH_ISA_THUMB == 1) || \
    (defined __riscv && !defined __riscv_mul)
#define @name@_NARROW 1
#else
#define @name@_NARROW 0
#endif
#endif
#if @name@_NARROW && defined __GNUC__
#define @name@_CALLED \
    __attribute__((__noinline__, __unused__)) static
#else
#define @name@_CALLED static inline
#endif

/*%% end */
/* Names of parameters, variables and members end in _, so that your macros aren't among them. */

#if defined __cplusplus && defined __GNUC__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast" /* the casts of C */
#endif

/* -Os calls such small functions, which takes longer and saves hardly any flash. */
#ifdef __GNUC__
#define @name@_INLINE \
    __attribute__((__always_inline__)) static inline
#else
#define @name@_INLINE static inline
#endif

/* A number of the arrays, in units of the last bit of its high part. */
struct @name@_number {
    @high_type@ high_;
/*%% if low_bits=0 */
/*%% else */
    @low_type@ low_; /* 2^-@low_bits@ of them */
/*%% end */
};

/*%% if low_bits=0 */
@name@_INLINE
struct @name@_number
@name@_read(const @space@@high_type@ *high_) {
    struct @name@_number number_;
    number_.high_ = @name@_HIGH(high_);
    return number_;
}
/*%% else */
@name@_INLINE
struct @name@_number
@name@_read(const @space@@high_type@ *high_,
    const @space@@low_type@ *low_) {
    struct @name@_number number_;
    number_.high_ = @name@_HIGH(high_);
    number_.low_ = @name@_LOW(low_);
    return number_;
}
/*%% end */

/*%% if type=f32 */
#if !@name@_NARROW
/*%% end */
/* floor(x / 2^bits). Compilers make one shift of it. */
@name@_INLINE @sum_type@
@name@_floor(@sum_type@ x_, int bits_) {
    return (x_ < 0) ? ~(~x_ >> bits_) : (x_ >> bits_);
}
/*%% if type=f32 */
#endif
/*%% end */

/*%% if type=f32 */
/* The leading zeros of x, which isn't 0: mostly few, so a loop is faster than a function. */
@name@_INLINE
int @name@_zeros(uint32_t x_) {
#if defined __GNUC__ && __SIZEOF_INT__ == 4 && \
    !@name@_NARROW && \
    (!defined __riscv || defined __riscv_zbb)
    return __builtin_clz(x_);
#else
    int zeros_ = 0;
    for (; (x_ >> 31) == 0u; x_ <<= 1) {
        zeros_++;
    }
    return zeros_;
#endif
}

/* The float nearest to sum / 2^62; 0 if that is below 2^-30. */
@name@_CALLED float
@name@_round(int64_t sum_) {
    const uint64_t magnitude_ = (sum_ < 0) ? (uint64_t)-sum_ : (uint64_t)sum_;
    const uint32_t high_ = (uint32_t)(magnitude_ >> 32);
    const uint32_t low_ = (uint32_t)magnitude_;
    uint32_t bits_ = 0u;
    float entry_;
    if (high_ != 0u) {
        /* the top bit, which a float doesn't store, adds 1 to its exponent */
        const int zeros_ = @name@_zeros(high_);
        const uint32_t top_ = (high_ << zeros_) | ((low_ >> 1) >> (31 - zeros_));
        bits_ = ((uint32_t)(127 - zeros_) << 23) + (top_ >> 8) + ((top_ >> 7) & 1u);
        bits_ |= (sum_ < 0) ? UINT32_C(0x80000000) : 0u;
    }
#ifdef __GNUC__
    __builtin_memcpy(&entry_, &bits_, sizeof entry_);
#else
    memcpy(&entry_, &bits_, sizeof entry_);
#endif
    return entry_;
}
/*%% else */
/* The element nearest to sum / 2^@bits_below@; a sum can be 1, which is too large by one. */
@name@_INLINE @c_type@
@name@_round(@sum_type@ sum_) {
    const @sum_type@ half_ = (@sum_type@)1 << (@bits_below@ - 1);
/*%% if high_bits=16 */
#ifdef __AVR__ /* shifts by whole bytes at once, and else bit by bit */
    const uint32_t above_ = (uint32_t)(sum_ + half_) + ((uint32_t)1 << 30); /* -1 */
    if ((above_ >> 31) != 0u) {
        return @highest@;
    }
    return (@c_type@)((int32_t)(2 * above_ >> (@bits_below@ + 1)) - @highest@ - 1);
#else
/*%% end */
    const @sum_type@ rounded_ = @name@_floor(sum_ + half_, @bits_below@);
    return (@c_type@)((rounded_ > @highest@) ? @highest@ : rounded_);
/*%% if high_bits=16 */
#endif
/*%% end */
}
/*%% end */

/*%% if high_bits=16 */
/*%% if low_bits=8 */
#if defined __AVR__ && !defined __OPTIMIZE_SIZE__
/* An AVR multiplies 8 bits by 8; 16 by 16 is a call, and with -Os 8 by 8 would be one too. */
struct @name@_bytes {
    uint8_t middle_; /* of the high part, whose lower byte comes first */
    int8_t top_;
    uint8_t low_;
};

/* x*y + 2^15. Adding what can't be negative to 32 bits takes half the time. */
@name@_INLINE int32_t
@name@_raised(int8_t x_, uint8_t y_) {
    return (uint16_t)((uint16_t)(x_ * y_) + 0x8000u);
}

/* a*b + sign*c*d, rounded down to a multiple of 2^8. Each step adds products of bytes that count
 * for 2^8 times those of the step before. */
@name@_INLINE int32_t
@name@_bytewise(
    struct @name@_number a_,
    struct @name@_number b_,
    struct @name@_number c_,
    struct @name@_number d_, int sign_) {
    const int32_t raise_ = (1 + sign_) * 0x10000; /* of four raised products */
    struct @name@_bytes p_, q_, r_, s_;
    int32_t sum_;
    __builtin_memcpy(&p_, &a_, sizeof p_);
    __builtin_memcpy(&q_, &b_, sizeof q_);
    __builtin_memcpy(&r_, &c_, sizeof r_);
    __builtin_memcpy(&s_, &d_, sizeof s_);
    sum_ = (int32_t)((uint16_t)p_.middle_ * q_.low_) + (uint16_t)q_.middle_ * p_.low_;
    sum_ += sign_ * (int32_t)((uint16_t)r_.middle_ * s_.low_);
    sum_ += sign_ * (int32_t)((uint16_t)s_.middle_ * r_.low_);
    sum_ = @name@_floor(sum_, 8) - raise_;
    sum_ += (uint16_t)p_.middle_ * q_.middle_;
    sum_ += sign_ * (int32_t)((uint16_t)r_.middle_ * s_.middle_);
    sum_ += @name@_raised(p_.top_, q_.low_);
    sum_ += @name@_raised(q_.top_, p_.low_);
    sum_ += sign_ * @name@_raised(r_.top_, s_.low_);
    sum_ += sign_ * @name@_raised(s_.top_, r_.low_);
    sum_ = @name@_floor(sum_, 8) - raise_;
    sum_ += @name@_raised(p_.top_, q_.middle_);
    sum_ += @name@_raised(q_.top_, p_.middle_);
    sum_ += sign_ * @name@_raised(r_.top_, s_.middle_);
    sum_ += sign_ * @name@_raised(s_.top_, r_.middle_);
    return (int32_t)(p_.top_ * q_.top_ + sign_ * (r_.top_ * s_.top_)) * 0x10000 + sum_ * 0x100;
}
#endif

/*%% end */
/* a*b + c*d, rounded to an element */
@name@_INLINE @c_type@
@name@_sum(
    struct @name@_number a_,
    struct @name@_number b_,
    struct @name@_number c_,
    struct @name@_number d_) {
/*%% if low_bits=8 */
#if defined __AVR__ && !defined __OPTIMIZE_SIZE__
    return @name@_round(
        @name@_bytewise(a_, b_, c_, d_, 1));
#else
/*%% end */
    const int32_t high_ = ((int32_t)a_.high_ * b_.high_) + ((int32_t)c_.high_ * d_.high_);
/*%% if low_bits=0 */
    return @name@_round(high_);
/*%% else */
    const int32_t low_ = ((int32_t)a_.high_ * (int32_t)b_.low_) +
                         ((int32_t)b_.high_ * (int32_t)a_.low_) +
                         ((int32_t)c_.high_ * (int32_t)d_.low_) +
                         ((int32_t)d_.high_ * (int32_t)c_.low_);
    return @name@_round(
        high_ + @name@_floor(low_, @low_bits@));
/*%% end */
/*%% if low_bits=8 */
#endif
/*%% end */
}

/* a*b - c*d, rounded to an element */
@name@_INLINE @c_type@
@name@_difference(
    struct @name@_number a_,
    struct @name@_number b_,
    struct @name@_number c_,
    struct @name@_number d_) {
/*%% if low_bits=8 */
#if defined __AVR__ && !defined __OPTIMIZE_SIZE__
    return @name@_round(
        @name@_bytewise(a_, b_, c_, d_, -1));
#else
/*%% end */
    const int32_t high_ = ((int32_t)a_.high_ * b_.high_) - ((int32_t)c_.high_ * d_.high_);
/*%% if low_bits=0 */
    return @name@_round(high_);
/*%% else */
    const int32_t low_ = ((int32_t)a_.high_ * (int32_t)b_.low_) +
                         ((int32_t)b_.high_ * (int32_t)a_.low_) -
                         ((int32_t)c_.high_ * (int32_t)d_.low_) -
                         ((int32_t)d_.high_ * (int32_t)c_.low_);
    return @name@_round(
        high_ + @name@_floor(low_, @low_bits@));
/*%% end */
/*%% if low_bits=8 */
#endif
/*%% end */
}
/*%% else */
/*%% if low_bits=16 */
#if @name@_NARROW
/* x * 2^16 */
@name@_INLINE
uint64_t @name@_middle(int32_t x_) {
    const int32_t top_ = x_ < 0 ? ~(~x_ >> 16) : x_ >> 16;
    return (uint64_t)(uint32_t)top_ << 32 | (uint32_t)x_ << 16;
}

/* a*b, from 16 bits of a and 16 of b at a time */
@name@_CALLED int64_t
@name@_product(
    struct @name@_number a_,
    struct @name@_number b_) {
    const int16_t a_top_ = (int16_t)(a_.high_ < 0 ? ~(~a_.high_ >> 16) : a_.high_ >> 16);
    const int16_t b_top_ = (int16_t)(b_.high_ < 0 ? ~(~b_.high_ >> 16) : b_.high_ >> 16);
    const uint16_t a_next_ = (uint16_t)a_.high_, b_next_ = (uint16_t)b_.high_;
    uint64_t product_ =
        (uint64_t)(uint32_t)((int32_t)a_top_ * b_top_) << 32 | (uint32_t)a_next_ * b_next_;
    product_ += @name@_middle((int32_t)a_top_ * b_next_);
    product_ += @name@_middle((int32_t)b_top_ * a_next_);
    product_ += (uint64_t)(int64_t)((int32_t)a_top_ * b_.low_ +
                                   (int32_t)((uint32_t)a_next_ * b_.low_ >> 16));
    product_ += (uint64_t)(int64_t)((int32_t)b_top_ * a_.low_ +
                                   (int32_t)((uint32_t)b_next_ * a_.low_ >> 16));
    return product_ >> 63 ? -(int64_t)~product_ - 1 : (int64_t)product_;
}
#else
/*%% end */
/* a*b */
@name@_INLINE int64_t
@name@_product(
    struct @name@_number a_,
    struct @name@_number b_) {
/*%% if low_bits=0 */
    return (int64_t)a_.high_ * b_.high_;
/*%% else */
    const int64_t first_ = (int64_t)a_.high_ * (int64_t)b_.low_;
    const int64_t second_ = (int64_t)b_.high_ * (int64_t)a_.low_;
    /* floor(first / 2^16) + floor(second / 2^16) */
    const int64_t low_ = first_ + (second_ & ~(int64_t)0xffff);
    return ((int64_t)a_.high_ * b_.high_) +
           @name@_floor(low_, @low_bits@);
/*%% end */
}
/*%% if low_bits=16 */
#endif
/*%% end */

/* a*b + c*d, rounded to an element */
@name@_INLINE @c_type@
@name@_sum(
    struct @name@_number a_,
    struct @name@_number b_,
    struct @name@_number c_,
    struct @name@_number d_) {
    return @name@_round(
        @name@_product(a_, b_) +
        @name@_product(c_, d_));
}

/* a*b - c*d, rounded to an element */
@name@_INLINE @c_type@
@name@_difference(
    struct @name@_number a_,
    struct @name@_number b_,
    struct @name@_number c_,
    struct @name@_number d_) {
    return @name@_round(
        @name@_product(a_, b_) -
        @name@_product(c_, d_));
}
/*%% end */

/* Row r is that of a multiple of @block@, a row of the coarse arrays, turned on or back by a row of
 * the fine ones:
 *     sin(a + b) = sin(a)*cos(b) + cos(a)*sin(b), cos(a + b) = cos(a)*cos(b) - sin(a)*sin(b)
 *     sin(a - b) = sin(a)*cos(b) - cos(a)*sin(b), cos(a - b) = cos(a)*cos(b) + sin(a)*sin(b) */
static inline void
@name@_turn(size_t from_, size_t by_, int back_,
    @c_type@ *out_) {
    const @space@@high_type@ *a_ = @name@_coarse[from_];
    const @space@@high_type@ *b_ = @name@_fine[by_];
/*%% if low_bits=0 */
/*%% else */
    const @space@@low_type@ *a_low_ = @name@_coarse_low[from_];
    const @space@@low_type@ *b_low_ = @name@_fine_low[by_];
/*%% end */
    size_t pair_;
    for (pair_ = 0; pair_ < @pairs@u; pair_++) {
        struct @name@_number sin_a_;
        struct @name@_number cos_a_;
        struct @name@_number sin_b_;
        struct @name@_number cos_b_;
/*%% if low_bits=0 */
        sin_a_ = @name@_read(a_);
        cos_a_ = @name@_read(&a_[1]);
        sin_b_ = @name@_read(b_);
        cos_b_ = @name@_read(&b_[1]);
/*%% else */
        sin_a_ = @name@_read(a_, a_low_);
        cos_a_ = @name@_read(&a_[1], &a_low_[1]);
        sin_b_ = @name@_read(b_, b_low_);
        cos_b_ = @name@_read(&b_[1], &b_low_[1]);
        a_low_ += 2;
        b_low_ += 2;
/*%% end */
        a_ += 2;
        b_ += 2;
/*%% if sine_column=none */
/*%% else */
        if (back_ != 0) {
            out_[@sine_column@] = @name@_difference(
                sin_a_, cos_b_, cos_a_, sin_b_);
        } else {
            out_[@sine_column@] = @name@_sum(
                sin_a_, cos_b_, cos_a_, sin_b_);
        }
/*%% if again_column=none */
/*%% else */
        out_[@again_column@] = out_[@sine_column@];
/*%% end */
/*%% end */
/*%% if cosine_column=none */
/*%% else */
        if (back_ != 0) {
            out_[@cosine_column@] = @name@_sum(
                cos_a_, cos_b_, sin_a_, sin_b_);
        } else {
            out_[@cosine_column@] = @name@_difference(
                cos_a_, cos_b_, sin_a_, sin_b_);
        }
/*%% if again_column=none */
/*%% else */
        out_[@again_column@] = out_[@cosine_column@];
/*%% end */
/*%% end */
        out_ += @pair_columns@;
    }
}

/* Writes the @columns@ entries of one row to out_, 0 <= row_ < @rows@. */
/*%% if linkage=static */
static inline
/*%% end */
void @name@_copy(size_t row_, @c_type@ *out_) {
    const size_t rest_ = row_ % @block@u;
    assert(row_ < @rows@u);
    if (rest_ < @half_block@u) {
        @name@_turn(row_ / @block@u, rest_, 0, out_);
    } else {
        @name@_turn((row_ / @block@u) + 1u, @block@u - rest_, 1, out_);
    }
}

/*%% if dimensions=1 */
/* One entry, 0 <= row_ < @rows@. */
/*%% else */
/* One entry, 0 <= row_ < @rows@ and 0 <= column_ < @columns@. */
/*%% end */
/*%% if linkage=static */
static inline
/*%% end */
/*%% if dimensions=1 */
@c_type@ @name@_at(size_t row_) {
    const size_t column_ = 0u;
/*%% else */
@c_type@ @name@_at(size_t row_, size_t column_) {
/*%% end */
    const size_t rest_ = row_ % @block@u;
    const size_t back_ = (rest_ < @half_block@u) ? 0u : 1u;
    const size_t from_ = (row_ / @block@u) + back_;
    const size_t by_ = (back_ != 0u) ? (@block@u - rest_) : rest_;
    const size_t cosine_ = @column_cosine@;
    const size_t first_ = 2u * (@column_pair@);
    const size_t here_ = first_ + cosine_;
    const size_t other_ = first_ + 1u - cosine_;
    struct @name@_number a_;
    struct @name@_number b_;
    struct @name@_number c_;
    struct @name@_number d_;
    assert(row_ < @rows@u);
    assert(column_ < @columns@u);
/*%% if low_bits=0 */
    a_ = @name@_read(
        &@name@_coarse[from_][here_]);
    b_ = @name@_read(
        &@name@_fine[by_][first_ + 1u]);
    c_ = @name@_read(
        &@name@_coarse[from_][other_]);
    d_ = @name@_read(
        &@name@_fine[by_][first_]);
/*%% else */
    a_ = @name@_read(
        &@name@_coarse[from_][here_],
        &@name@_coarse_low[from_][here_]);
    b_ = @name@_read(
        &@name@_fine[by_][first_ + 1u],
        &@name@_fine_low[by_][first_ + 1u]);
    c_ = @name@_read(
        &@name@_coarse[from_][other_],
        &@name@_coarse_low[from_][other_]);
    d_ = @name@_read(
        &@name@_fine[by_][first_],
        &@name@_fine_low[by_][first_]);
/*%% end */
    return (cosine_ == back_)
               ? @name@_sum(a_, b_, c_, d_)
               : @name@_difference(a_, b_, c_, d_);
}

#if defined __cplusplus && defined __GNUC__
#pragma GCC diagnostic pop
#endif
