/**
 * For each line of Node, the first release without publicly known holes. Raise it within three days of a security
 * release (https://nodejs.org/en/blog/vulnerability), together with the version that `tools/ready.mjs` brings.
 */
const safeReleases: Readonly<Record<number, string>> = { 26: '26.13.1' }

/** Returns what is wrong with a version of Node, such as `26.10.0`; undefined for one without known holes. */
export function nodeProblem(version: string): string | undefined {
  const [line = 0, ...rest] = numbersOf(version)
  const safe = safeReleases[line]
  if (safe === undefined) return undefined
  const [, ...needed] = numbersOf(safe)
  const difference = needed.map((number, index) => (rest[index] ?? 0) - number).find((part) => part !== 0)
  if ((difference ?? 0) >= 0) return undefined
  return `Node ${version} has known security holes, which ${safe} closes. Install Node ${safe} or later from https://nodejs.org and put it first on the PATH of the server: \`npm start\` then runs on it.`
}

const numbersOf = (version: string) => version.split('.').map(Number)
