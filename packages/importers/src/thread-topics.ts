import type { TopicsChoice } from './read-options.ts'
import { UniqueNames } from './unique-names.ts'

const [longestTopic, longestBeginning] = [60, 40]

/** Names the topics that threads become, each once in its channel. */
export class ThreadTopics {
  readonly #topics = new Map<string, string>()
  readonly #taken = new Map<number, UniqueNames>()
  readonly #choice: TopicsChoice

  constructor(choice: TopicsChoice = 'threads') {
    this.#choice = choice
  }

  /** Returns the topic of a message outside of threads, sent at a time in UNIX seconds. */
  outside(at: number): string {
    return this.#choice === 'day' ? dayOf(at) : ''
  }

  /**
   * Returns the topic of a thread. `root` is the Markdown of its first message that is there, `at` that message's time
   * in UNIX seconds.
   */
  of(channel: number, thread: string, root: string, at: number): string {
    if (this.#choice === 'one') return ''
    const key = `${channel} ${thread}`
    let topic = this.#topics.get(key)
    if (topic === undefined) this.#topics.set(key, (topic = this.#free(channel, nameOf(root, at))))
    return topic
  }

  #free(channel: number, wanted: string): string {
    let taken = this.#taken.get(channel)
    if (!taken) this.#taken.set(channel, (taken = new UniqueNames()))
    return taken.take(wanted, longestTopic)
  }
}

/** The day of a time in UTC. */
const dayOf = (at: number): string => new Date(Math.max(0, at) * 1000).toISOString().slice(0, 10)

function nameOf(root: string, at: number): string {
  const words = root
    .replaceAll(/@_?\*\*([^*|]+)(?:\|\d+)?\*\*/g, '@$1')
    .replaceAll(/#\*\*([^*]+)\*\*/g, '#$1')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^```.*$/gm, '')
    .replaceAll(/[*`~>]+/g, '')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const letters = [...words]
  const beginning =
    letters.length > longestBeginning
      ? `${letters
          .slice(0, longestBeginning - 1)
          .join('')
          .trimEnd()}…`
      : words
  const day = dayOf(at)
  return beginning === '' ? `Thread · ${day}` : `${beginning} · ${day}`
}
