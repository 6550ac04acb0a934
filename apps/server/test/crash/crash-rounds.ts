import { signInOwner, ownerSettings } from '../http-caller.ts'
import { type Installation, installation } from '../server-process.ts'
import { acknowledged, compare, goOn, makePair, type Pair, storedMessages } from './compare.ts'
import { seededRandom } from './seeded-random.ts'

export interface CrashRounds {
  readonly rounds: number
  readonly writers: number
  /** The same seed kills at the same moments. */
  readonly seed: number
  readonly say: (line: string) => void
}

/** In milliseconds: the longest time that writers write before the server is killed. */
const longestRound = 600

/** In milliseconds: after this time without recovery, a round counts as failed. */
const patience = 60_000

/**
 * Lets writers send over HTTP, kills the server at a random moment, starts it again and compares. Each acknowledged
 * message must exist once, and no other message. Each queue registered before the first round must have had one event
 * for each message, in order. Throws an error that names the difference. Returns the number of acknowledged messages.
 */
export async function crashRounds({ rounds, writers: count, seed, say }: CrashRounds): Promise<number> {
  const random = seededRandom(seed)
  const server = await installation({ ...ownerSettings, TAGMA_LOG: 'error' })
  const address = () => server.url
  try {
    await server.start()
    const owner = await signInOwner(server.url)
    const pairs = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        makePair(owner, `writer${index}`, { writing: address, reading: address }),
      ),
    )
    const earlier = (await storedMessages(server.url, owner, 0)).at(-1)?.id ?? 0
    for (let round = 1; round <= rounds; round++) {
      const before = acknowledged(pairs).length
      await killWhileWriting(server, pairs, Math.ceil(random() * longestRound))
      const killedAt = acknowledged(pairs).length
      await server.start()
      await bounded(goOn(pairs), `The queues lack events after round ${round}`)
      compare(await storedMessages(server.url, owner, earlier), pairs)
      say(`round ${round}: ${killedAt - before} acknowledged before the kill, all there once`)
    }
    if ((await server.stop('SIGTERM')) !== 0) throw new Error(`Stopping failed:\n${server.output()}`)
    return acknowledged(pairs).length
  } finally {
    await server.remove()
  }
}

async function killWhileWriting(server: Installation, pairs: readonly Pair[], milliseconds: number) {
  const ending = new AbortController()
  const working = Promise.all(
    pairs.flatMap(({ writer, follower }) => [writer.write(ending.signal), follower.follow(() => false)]),
  )
  await Promise.race([new Promise((resolve) => setTimeout(resolve, milliseconds)), working])
  await server.stop('SIGKILL')
  ending.abort()
  await working
}

async function bounded(work: Promise<void>, failure: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(failure)), patience)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
