// node apps/web/build/budgets.ts, a part of `npm run check`
//
// Bundles the client and prints its sizes. Exits with 1 if a part is too large, or if something is in it that must not be.
import process from 'node:process'
import { gzipSync } from 'node:zlib'
import { type Bundle, bundleClient } from './bundle.ts'

/** KiB as gzip makes them: what a browser loads over plain HTTP. */
export const budgets = { firstScripts: 134, firstStyles: 14, part: 40 } as const

/** KiB of parts that a library makes large: formulas, and the preview of what one writes. */
const largeParts = [
  { source: 'node_modules/katex/', budget: 80 },
  { source: 'packages/markdown/src/', budget: 50 },
] as const

const partBudget = (inputs: readonly string[] = []): number =>
  largeParts.find(({ source }) => inputs.some((path) => path.includes(source)))?.budget ?? budgets.part

/** Packages that are too large for a page, with what to use instead. */
const forbidden: Readonly<Record<string, string>> = {
  zod: 'take types of the contract by `import type`, and values from its files without schemas',
}

export interface Sizes {
  /** KiB of everything that the page runs at first, and of its style sheets. */
  readonly firstScripts: number
  readonly firstStyles: number
  /** KiB of each part that is loaded when needed, by its address. */
  readonly parts: ReadonlyMap<string, number>
}

export function sizesOf({ files, first }: Bundle): Sizes {
  const sizes = new Map(files.map(({ path, bytes }) => [path, gzipSync(bytes).length / 1024]))
  const sum = (paths: readonly string[]) => paths.reduce((total, path) => total + (sizes.get(path) ?? 0), 0)
  const isFirst = new Set([...first.entries, ...first.imports, ...first.styles])
  return {
    firstScripts: sum([...first.entries, ...first.imports]),
    firstStyles: sum(first.styles),
    parts: new Map([...sizes].filter(([path]) => /\.(js|css)$/.test(path) && !isFirst.has(path))),
  }
}

/** Returns what is wrong with a bundle, in sentences. */
export function budgetProblems(bundle: Bundle): string[] {
  const { firstScripts, firstStyles, parts } = sizesOf(bundle)
  const problem = (what: string, size: number, budget: number) =>
    size > budget ? [`${what}: ${size.toFixed(1)} KiB, where ${budget} are allowed.`] : []
  return [
    ...problem('Scripts at first load', firstScripts, budgets.firstScripts),
    ...problem('Styles at first load', firstStyles, budgets.firstStyles),
    ...[...parts].flatMap(([path, size]) =>
      problem(`The part ${path}`, size, partBudget(bundle.inputs.get(path))),
    ),
    ...Object.entries(forbidden).flatMap(([name, instead]) => {
      const all = [...bundle.inputs.values()].flat()
      const input = all.find((path) => path.includes(`node_modules/${name}/`))
      return input === undefined ? [] : [`${name} is in the bundle (${input}): ${instead}.`]
    }),
  ]
}

if (import.meta.main) {
  const bundle = await bundleClient('production')
  const { firstScripts, firstStyles, parts } = sizesOf(bundle)
  const largest = [...parts].toSorted(([, a], [, b]) => b - a)[0]
  console.log(
    `At first load ${firstScripts.toFixed(1)} KiB of scripts and ${firstStyles.toFixed(1)} KiB of styles.`,
    largest ? `The largest of ${parts.size} parts has ${largest[1].toFixed(1)} KiB.` : '',
  )
  const problems = budgetProblems(bundle)
  if (problems.length > 0) {
    console.error(problems.join('\n'))
    process.exitCode = 1
  }
}
