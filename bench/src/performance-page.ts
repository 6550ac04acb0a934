import { type Figure, goalOf, isReached, shown } from './figure.ts'
import type { MeasuredResult } from './measured-result.ts'
import { obstaclesIn } from './obstacles.ts'

const introduction = `---
title: Performance
description: "What Tagma costs: requests a second, latency, CPU and memory, beside a bare HTTP server measured in the same run."
section: Run a server
order: 6
---

These figures come from \`npm run bench\`, which anybody can run from a clone. It makes an organization through the API, puts one endpoint after another under load, and writes this page.

## How it is measured

- The load generator runs on the same machine as the server and takes its share of it. So the requests a second say what this machine does with both; **the CPU per request is the server's alone**, all its processes together.
- Each load runs in three windows. Between two windows of one load, all the others run, and the reference servers: a machine that is slow for a minute is slow for all of them. A figure is the median of its windows.
- The reference is a bare \`node:http\` server that answers with the same number of bytes and does nothing else. No server on Node can cost less.
- Machines differ, and a virtual one from hour to hour. So each table says what a small answer of that bare server cost right before and after it was measured. The goals were set on a machine where that is 10 µs: where it is 15, a figure that is half again as large is the same server.
- Rate limits are off. Everything else is as \`npm start\` sets it: one process, the embedded database, each write on disk before its answer.
- The web client is measured in Chromium, with 10,000 people, 500 channels and 50,000 messages. A slow phone is a window of 390 pixels whose CPU is slowed by four, over 4G (165 ms, 9 Mbit/s). A later visit is the third: at the second, the browser still compiles the scripts. A key press counts until the frame that shows it. The Lounge, a client for IRC that npm has, is measured beside it, behind a proxy that compresses and with a small IRC server of the bench. It has it easier: ten channels of 100 messages, and nobody beside the twenty people who write. Where it cannot be installed, the run says so and goes on.
- A figure has a goal where the project has set one, and says whether it is reached.

Run it on your machine before you plan with these numbers: disks differ in how long a sync takes, and cores in how fast they are.
`

const comparison = `
## Compared with Zulip

Tagma is not affiliated with Zulip, and this is no benchmark of Zulip: it does far more than Tagma in places, and is built for other goals. For orientation only: a Zulip server measured once by the project on two cores of another machine answered GET /users/me with 3.65 ms of CPU, GET /messages with 6.2 ms, POST /messages with 17.8 ms and POST /register with 47 ms, and needed 870 MiB when idle.
`

/** Writes the page of the documentation: the method and the results. */
export function performancePage(results: readonly MeasuredResult[]): string {
  const here = results.filter(({ name }) => !scaling.has(name))
  return `${introduction}${here.map((result) => sectionOf(result)).join('')}${comparison}
## Comparing two versions

\`npm run bench -- --compare <commit>\` starts this checkout and another commit side by side, loads them in turn and prints the ratio of each figure. Ratios of one run are worth more than two runs of the same version.
`
}

/** Measurements that belong to the page about growing. */
const scaling: ReadonlySet<string> = new Set([
  'near-postgres',
  'distance',
  'cluster',
  'messages-on-postgres',
  'load-on-postgres',
])

/** Puts the results about growing into their place on that page: from the heading "Measured" to the next one. */
export function withScaling(page: string, results: readonly MeasuredResult[]): string {
  const heading = '\n## Measured\n'
  const begin = page.indexOf(heading)
  const end = page.indexOf('\n## ', begin + heading.length)
  if (begin < 0 || end < 0) throw new Error('The page about growing has no place for results')
  const sections = results.filter(({ name }) => scaling.has(name)).map((result) => sectionOf(result, '###'))
  return `${page.slice(0, begin)}${heading}
\`npm run bench -- --scaling\` writes this part, with [the same rules](performance#how-it-is-measured) as the page about performance.
${sections.join('')}${page.slice(end)}`
}

function sectionOf(result: MeasuredResult, level = '##'): string {
  const { title, figures, circumstances } = result
  const { at, commit, node, machine, bareCosts, options } = circumstances
  const { users, channels, subscribers, messages } = options.size
  const loads = figures.filter((figure) => figure.load)
  const others = figures.filter((figure) => !figure.load)
  return `
${level} ${title}

Measured ${at} UTC at commit \`${commit}\` with Node ${node} on ${machine}${
    loads.length > 0
      ? `; ${users} users, ${channels} channels of ${subscribers} subscribers, ${messages.toLocaleString('en')} messages, windows of ${options.seconds} s`
      : ''
  }${bareCosts ? `; the bare server's answer cost ${bareCosts.before.toFixed(1)} µs before and ${bareCosts.after.toFixed(1)} µs after` : ''}.
${loads.length > 0 ? `\n${loadTable(loads)}` : ''}${others.length > 0 ? `\n${figureTable(others)}` : ''}${missed(result)}`
}

/** Says below the tables what stands in the way of goals that are missed. */
function missed(result: MeasuredResult): string {
  const lines = Array.from(obstaclesIn(result), ([text, names]) => `- **${names.join('; ')}.** ${text}\n`)
  return lines.length === 0
    ? ''
    : `\nWhat stands in the way of the goals that are missed:\n\n${lines.join('')}`
}

function loadTable(figures: readonly Figure[]): string {
  return table(
    ['Endpoint', 'Requests/s', 'Goal', 'p50', 'p99', 'CPU per request', 'Bare server'],
    figures.flatMap(({ load, ...figure }) =>
      load
        ? [
            [
              figure.name,
              shown(load.perSecond),
              verdict(figure),
              `${load.p50} ms`,
              `${load.p99} ms`,
              `${load.cpuMicroseconds.toFixed(1)} µs`,
              load.bare ? `${shown(load.bare.perSecond)}/s, ${load.bare.cpuMicroseconds.toFixed(1)} µs` : '',
            ],
          ]
        : [],
    ),
  )
}

const figureTable = (figures: readonly Figure[]) =>
  table(
    ['What', 'Figure', 'Goal'],
    figures.map((figure) => [figure.name, `${shown(figure.value)} ${figure.unit}`, verdict(figure)]),
  )

function verdict(figure: Figure): string {
  const goal = goalOf(figure)
  if (goal === '') return ''
  return `${goal}: ${isReached(figure) ? 'reached' : '**missed**'}`
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('')
