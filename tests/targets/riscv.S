# Start of a RISC-V in machine mode. .data and .bss begin and end at multiples of 8.
    .option arch, +zicsr
    .section .first, "ax"
    .globl start
start:
    la sp, stack_top
    la tp, thread_start
    la t0, fault
    csrw mtvec, t0
#ifdef __riscv_flen
    li t0, 0x2000               # mstatus.FS: the FPU is off after reset
    csrs mstatus, t0
#endif
    la a0, data_start
    la a1, data_end
    la a2, data_stored
    j 2f
1:  lw t0, 0(a2)
    sw t0, 0(a0)
    addi a0, a0, 4
    addi a2, a2, 4
2:  bltu a0, a1, 1b
    la a0, bss_start
    la a1, bss_end
    j 4f
3:  sw zero, 0(a0)
    addi a0, a0, 4
4:  bltu a0, a1, 3b
    call main
    call board_exit

    .balign 4                   # as mtvec wants
fault:
    la a0, 5f
    call board_write
    li a0, 1
    call board_exit
5:  .asciz "fault\n"
