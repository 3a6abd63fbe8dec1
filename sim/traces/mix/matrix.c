/* SPDX-License-Identifier: Apache-2.0 */
/* Matrix product and Gauss elimination: FP and SIMD loads, multiply-add, divide, square root. */
#include "mix.h"
#include <arm_neon.h>

#define N 40

static float a[N][N], b[N][N], c[N][N];
static double system_of[N][N + 1];
static uint8_t pixels[3 * 4096], grey[4096];

static void product(void)
{
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j += 4) {
            float32x4_t sum = vdupq_n_f32(0);
            for (int k = 0; k < N; k++) {
                sum = vfmaq_n_f32(sum, vld1q_f32(&b[k][j]), a[i][k]);
            }
            vst1q_f32(&c[i][j], sum);
        }
    }
}

/* Solve a diagonally dominant system whose solution is 1, 2, 3 ... */
static bool solve(void)
{
    for (int p = 0; p < N; p++) {
        for (int r = p + 1; r < N; r++) {
            double factor = system_of[r][p] / system_of[p][p];
            for (int k = p; k <= N; k++) {
                system_of[r][k] -= factor * system_of[p][k];
            }
        }
    }
    double worst = 0;
    for (int p = N; p--;) {
        double v = system_of[p][N];
        for (int k = p + 1; k < N; k++) {
            v -= system_of[p][k] * system_of[k][N];
        }
        system_of[p][N] = v / system_of[p][p];
        double error = system_of[p][N] - (p + 1);
        worst = error * error > worst ? error * error : worst;
    }
    return worst < 1e-12;
}

static void fill(uint64_t *state)
{
    for (int i = 0; i < N; i++) {
        double sum = 0;
        for (int j = 0; j < N; j++) {
            a[i][j] = (float)(mix_random(state) % 8);
            b[i][j] = (float)(i == j);
            system_of[i][j] = (double)(mix_random(state) % 100) / 50 + (i == j ? 2 * N : 0);
            sum += system_of[i][j] * (j + 1);
        }
        system_of[i][N] = sum;
    }
}

static uint64_t grey_sum(void)
{
    uint64_t sum = 0;
    for (int i = 0; i < 4096; i += 16) {
        uint8x16x3_t rgb = vld3q_u8(&pixels[3 * i]);
        vst1q_u8(&grey[i], vhaddq_u8(vhaddq_u8(rgb.val[0], rgb.val[2]), rgb.val[1]));
    }
    for (int i = 0; i < 4096; i++) {
        sum += grey[i];
    }
    return sum;
}

bool mix_matrix(uint64_t *digest)
{
    uint64_t state = *digest | 1;
    bool good = true;
    float norm = 0;
    fill(&state);
    product();
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            good &= c[i][j] == a[i][j];
            norm += c[i][j] * c[i][j];
        }
    }
    __asm__("fsqrt %s0, %s0" : "+w"(norm));
    for (size_t i = 0; i < sizeof(pixels); i++) {
        pixels[i] = (uint8_t)(i * 7);
    }
    good &= solve() && norm > N && norm < 8 * N;
    *digest = *digest * 31 + (uint64_t)norm + grey_sum();
    return good;
}
