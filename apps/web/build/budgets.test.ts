import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { budgetProblems, sizesOf } from './budgets.ts'
import { type Bundle, bundleClient } from './bundle.ts'

/** A bundle whose files have about so many KiB, however well they are compressed. */
function bundle(
  kib: { main: number; shared: number; style: number; part: number },
  inputs: string[] = [],
): Bundle {
  const file = (path: string, size: number) => ({ path, bytes: randomBytes(size * 1024) })
  return {
    files: [
      file('/assets/main.js', kib.main),
      file('/assets/shared.js', kib.shared),
      file('/assets/main.css', kib.style),
      file('/assets/part.js', kib.part),
      file('/assets/font.woff2', 500),
    ],
    first: {
      entries: ['/assets/main.js'],
      imports: ['/assets/shared.js'],
      styles: ['/assets/main.css'],
      fonts: ['/assets/font.woff2'],
    },
    worker: undefined,
    inputs: new Map([['/assets/part.js', inputs]]),
  }
}

test('a bundle within its budgets passes, and its sizes are counted by when they are loaded', () => {
  const good = bundle({ main: 30, shared: 20, style: 10, part: 35 }, ['node_modules/preact/src/index.js'])
  expect(budgetProblems(good)).toEqual([])
  const { firstScripts, firstStyles, parts } = sizesOf(good)
  expect([Math.floor(firstScripts), Math.floor(firstStyles), [...parts.keys()]]).toEqual([
    50,
    10,
    ['/assets/part.js'],
  ])
})

test.each([
  [{ main: 70, shared: 64, style: 1, part: 1 }, 'Scripts at first load'],
  [{ main: 1, shared: 1, style: 17, part: 1 }, 'Styles at first load'],
  [{ main: 1, shared: 1, style: 1, part: 41 }, 'The part /assets/part.js'],
])('a bundle of %j is too large, and says where', (kib, where) => {
  expect(budgetProblems(bundle(kib))).toEqual([expect.stringContaining(where)])
})

test('formulas may take more, because nobody loads them without one', () => {
  const kib = { main: 1, shared: 1, style: 1, part: 75 }
  expect(budgetProblems(bundle(kib, ['node_modules/katex/dist/katex.mjs']))).toEqual([])
  expect(budgetProblems(bundle(kib, ['packages/markdown/src/render.ts']))).toEqual([
    'The part /assets/part.js: 75.0 KiB, where 50 are allowed.',
  ])
})

test('a bundle with zod says which file brought it', () => {
  const inputs = ['apps/web/src/main.tsx', 'node_modules/zod/v4/classic/schemas.js']
  expect(budgetProblems(bundle({ main: 1, shared: 1, style: 1, part: 1 }, inputs))).toEqual([
    expect.stringContaining('zod is in the bundle (node_modules/zod/v4/classic/schemas.js)'),
  ])
})

test('the texts of the client are compiled, and it loads another language only when needed', async () => {
  const { files, first } = await bundleClient('production')
  const text = (paths: readonly string[]) =>
    files
      .filter(({ path }) => paths.includes(path))
      .map(({ bytes }) => Buffer.from(bytes).toString())
      .join('')
  const atFirst = text([...first.entries, ...first.imports])
  expect(atFirst).toMatch(/"shell\.conversations":\["Conversations"\]/)
  expect(atFirst).not.toContain('Unterhaltungen')
  expect(text(files.map(({ path }) => path))).toContain('Unterhaltungen')
})

test('what the page loads at first comes in a few files, however many parts there are', async () => {
  const { first, files } = await bundleClient('production')
  const scripts = [...first.entries, ...first.imports]
  expect(new Set(scripts).size).toBe(scripts.length)
  expect(scripts.length).toBeLessThan(4)
  // None of them only imports the others.
  for (const path of scripts)
    expect(files.find((file) => file.path === path)?.bytes.length).toBeGreaterThan(200)
})
