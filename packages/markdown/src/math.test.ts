import { afterEach, expect, test, vi } from 'vitest'
import { htmlProblems } from '../test/strict-html.ts'
import { MathSetter } from './math.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

test('a formula is set for reading and for looking at', async () => {
  const html = (await MathSetter.load()).set('x^2', false)
  expect(html).toContain('<annotation encoding="application/x-tex">x^2</annotation>')
  expect(html).toContain('<span class="katex-html" aria-hidden="true">')
})

test('macros of one formula are not known in the next', async () => {
  const math = await MathSetter.load()
  expect(math.set('\\newcommand{\\tea}{t_e^a}\\tea + \\tea', false)).not.toBeNull()
  expect(math.set('\\gdef\\tea{t}\\tea', false)).not.toBeNull()
  expect(math.set('\\tea', false)).toBeNull()
})

test.each([
  ['a mistake', '\\frac{1'],
  ['an endless macro', '\\def\\a{\\a\\a}\\a'],
  ['a macro that doubles its argument', '\\def\\x#1{\\x{#1#1}}\\x{y}'],
  ['a long macro used often', `\\def\\x{${'y'.repeat(3000)}}${'\\x'.repeat(300)}`],
  ['nesting deeper than the stack', `${'\\frac{'.repeat(570)}x${'}'.repeat(570)}`],
  ['too many characters', 'x'.repeat(4001)],
  ['a command that writes on the console', '\\message{tea}'],
  ['another one', '\\let\\a\\show \\a x'],
])('%s is not set', async (_, formula) => {
  expect((await MathSetter.load()).set(formula, true)).toBeNull()
})

test('all formulas of one message together are bounded', async () => {
  const math = await MathSetter.load()
  const formula = '\\underbrace{'.repeat(200) + 'x' + '}'.repeat(200)
  const sizes = Array.from({ length: 20 }, () => math.set(formula, true)?.length ?? 0)
  expect(sizes[0]).toBeGreaterThan(100_000)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(1_000_000)
  expect(sizes.at(-1)).toBe(0)
})

test('nothing is written on the console', async () => {
  const written = (['log', 'warn', 'error'] as const).map((method) => vi.spyOn(console, method))
  const math = await MathSetter.load()
  for (const formula of ['👍', '\\text{漢字}', '\\show x', '\\errmessage{x}', 'é_ß']) math.set(formula, false)
  expect(written.flatMap((spy) => spy.mock.calls)).toEqual([])
})

test.each([
  '\\simcolon',
  '\\sqrt{x}',
  '\\overbrace{x}',
  '\\text{<b>"&}',
  '\\tag{1}x',
  '\\color{red}x',
  '\\href{javascript:x}{y}',
])('%s becomes well-formed HTML', async (formula) => {
  expect(htmlProblems((await MathSetter.load()).set(formula, true) ?? 'not set')).toEqual([])
})
