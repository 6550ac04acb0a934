/** The address that a client asked for. */
export interface Origin {
  /** Without a slash at its end. */
  readonly url: string
  /** Whether compressed bodies are kept for it. */
  readonly isFamiliar: boolean
  /** Whether the operator named it, rather than whoever asked: pages then carry it, and caches may keep it. */
  readonly isConfigured: boolean
}

/** The number of familiar names. A server has fewer. */
const mostNames = 16
/** Milliseconds without a request after which another name may take the place of a familiar one. */
const keptFor = 600_000
/** The longest host name, with a port. */
const longestHost = 253 + ':65535'.length

/**
 * Turns the Host of requests into addresses, if no address is configured. Links use the name of the request. The first
 * few names are familiar. When all places are taken, further names cost no memory: an attacker may have made them up.
 */
export class Origins {
  /** Milliseconds of the last request by address, oldest first. */
  readonly #familiar = new Map<string, number>()

  /** Undefined if `host` cannot be a host name. `now` is in milliseconds. */
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
