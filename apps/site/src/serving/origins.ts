/** The address that a client asked for. */
export interface Origin {
  /** Without a slash at the end. */
  readonly url: string
  /** Whether bodies are compressed and kept in memory for it. */
  readonly isFamiliar: boolean
  /** Whether the operator named it, rather than whoever asked: pages then carry it, and caches may keep it. */
  readonly isConfigured: boolean
}

/** Names that are familiar at a time; more than a server has. */
const mostNames = 16
/** Milliseconds without a request after which another name may take the place of one. */
const keptFor = 600_000
/** The longest name of a host, with a port. */
const longestHost = 253 + ':65535'.length

/**
 * Turns the Host of requests into addresses, where none is configured. Every name gets links with itself. The first few
 * are familiar; a name that comes when all places are taken, made up perhaps, costs the server no more than that.
 */
export class Origins {
  /** Milliseconds of the last request by address, longest ago first. */
  readonly #familiar = new Map<string, number>()

  /** Undefined for what cannot be the name of a host; `now` is in milliseconds. */
  of(host: string | undefined, now: number): Origin | undefined {
    if (host === undefined || host.length > longestHost || !isHost.test(host)) return undefined
    const url = `http://${host.toLowerCase()}`
    const [oldest] = this.#familiar
    if (!this.#familiar.delete(url) && oldest && this.#familiar.size >= mostNames) {
      if (now - oldest[1] < keptFor) return { url, isFamiliar: false, isConfigured: false }
      this.#familiar.delete(oldest[0])
    }
    this.#familiar.set(url, now)
    return { url, isFamiliar: true, isConfigured: false }
  }
}

const isHost = /^(?:[a-z0-9-]+\.)*[a-z0-9-]+(?::\d{1,5})?$|^\[[0-9a-f:]+\](?::\d{1,5})?$/i
