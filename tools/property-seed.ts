import process from 'node:process'
import fc from 'fast-check'

// What tests of properties try is the same in every run, so that a change fails for what it changed. FUZZ_SEED=<number>
// tries other things, FUZZ_SEED=random others each time; a failure names the seed.
const wish = process.env.FUZZ_SEED ?? '507'
fc.configureGlobal({ seed: wish === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(wish) })
