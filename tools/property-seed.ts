import process from 'node:process'
import fc from 'fast-check'

// Property tests try the same values in every run, so that a change fails only because of the change.
// FUZZ_SEED=<number> tries other values, FUZZ_SEED=random different ones each time. A failure names the seed.
const wish = process.env.FUZZ_SEED ?? '507'
fc.configureGlobal({ seed: wish === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(wish) })
