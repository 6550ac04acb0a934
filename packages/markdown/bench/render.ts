/**
 * Measures the CPU that rendering an ordinary message of about 200 bytes takes. Renders the same messages with bare
 * markdown-it in the same run, for comparison:
 *
 *     node packages/markdown/bench/render.ts
 *
 * The limit is 80 microseconds. Messages with mathematics or highlighted code are shown apart.
 */
import MarkdownIt from 'markdown-it'
import { goldenLookups } from '../golden/lookups.ts'
import { noLookups } from '../src/lookups.ts'
import { render } from '../src/render.ts'
import { scan } from '../src/scan.ts'

const limitMicroseconds = 80
const rounds = 7
const messagesPerRound = 20_000

const ordinary = [
  'Good morning! The delivery came at eight and everything is in the cold room; the list hangs on the door. Please sign it before noon, otherwise they take the crates back with them tomorrow. Thanks to all!',
  '@**Iris Okafor** could you look at https://example.com/orders/4711?tab=open before lunch? The **second** row seems *wrong*, and #**front desk>Keys** has the details. I have `rev 12` open here. :thumbs_up:',
  'What we need for Thursday:\n- tea, green and black\n- cups (about **forty**)\n- the long table from the hall\n- somebody who opens at seven\n\nI bring milk. Otto said the keys are with @*support* until Wed.',
  '> The lights went off at ten and came back by themselves.\n\nThat was the timer, not the fuse: #123. I set it to eleven, see [the plan](https://example.com/plan) on page 2. Nothing is broken! 🎉 Good night.',
]

const special = {
  mathematics: 'The area is $$\\pi r^2$$ and the rest follows from $$a^2 + b^2 = c^2$$ as you will remember.',
  Python: '```py\ndef boil(self, degrees=100):\n    return [x for x in range(degrees) if x % 2 == 0]\n```',
}

/** Returns microseconds of CPU for each message, in the best round: other work on the machine weighs least on it. */
async function measure(messages: readonly string[], work: (message: string) => unknown): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round <= rounds; round++) {
    const before = process.cpuUsage()
    for (let index = 0; index < messagesPerRound; index++) await work(messages[index % messages.length]!)
    const { user, system } = process.cpuUsage(before)
    // The first round warms up.
    if (round > 0) best = Math.min(best, (user + system) / messagesPerRound)
  }
  return best
}

const markdownIt = new MarkdownIt({ breaks: true, linkify: true })
const bare = await measure(ordinary, (message) => markdownIt.render(message))
const ours = await measure(ordinary, (message) => render(message, noLookups))
const looked = await measure(ordinary, (message) => render(message, goldenLookups))
const scanned = await measure(ordinary, (message) => scan(message))

const bytes =
  ordinary.reduce((sum, message) => sum + new TextEncoder().encode(message).length, 0) / ordinary.length
const report = (name: string, microseconds: number): void => {
  console.log(
    `${name.padEnd(44)} ${microseconds.toFixed(1).padStart(6)} us  ${(microseconds / bare).toFixed(2)} x markdown-it`,
  )
}
console.log(`ordinary messages of ${bytes.toFixed(0)} bytes, CPU for each`)
report('bare markdown-it', bare)
report('scan', scanned)
report('render, nothing to look up', ours)
report('render, names, two linkifiers, alert words', looked)
for (const [name, message] of Object.entries(special)) {
  report(`render, ${name}`, await measure([message], (source) => render(source, noLookups)))
}
if (looked > limitMicroseconds) {
  console.error(`over the limit of ${limitMicroseconds} us`)
  process.exitCode = 1
}
