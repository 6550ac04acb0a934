/** A hash of a password that another server has made, in the form in which Django keeps it. */
export type FormerHash =
  | {
      readonly kind: 'argon2'
      readonly algorithm: 'argon2id' | 'argon2i'
      /** In KiB. */
      readonly memory: number
      readonly passes: number
      readonly lanes: number
      readonly salt: Buffer
      readonly tag: Buffer
    }
  | {
      readonly kind: 'pbkdf2'
      readonly iterations: number
      readonly salt: Buffer
      readonly tag: Buffer
    }

/** A hash is input: checking a password must not take memory or time without end. */
const most = { memory: 256 * 1024, passes: 10, lanes: 16, iterations: 5_000_000 } as const

const argon2 =
  /^argon2\$(argon2id|argon2i)\$v=19\$m=(\d{1,9}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/
const pbkdf2 = /^pbkdf2_sha256\$(\d{1,9})\$([\w.+/=-]{1,128})\$([A-Za-z0-9+/]{43}=)$/

/** Returns a hash that can be compared with a password here; undefined for any other text. */
export function formerHash(hash: string): FormerHash | undefined {
  const [, algorithm, memory, passes, lanes, salt = '', tag = ''] = argon2.exec(hash) ?? []
  if (algorithm !== undefined) {
    const cost = { memory: Number(memory), passes: Number(passes), lanes: Number(lanes) }
    const isAllowed =
      cost.passes >= 1 &&
      cost.passes <= most.passes &&
      cost.lanes >= 1 &&
      cost.lanes <= most.lanes &&
      cost.memory >= 8 * cost.lanes &&
      cost.memory <= most.memory
    if (!isAllowed) return undefined
    const kind = algorithm === 'argon2i' ? 'argon2i' : 'argon2id'
    return { kind: 'argon2', algorithm: kind, ...cost, salt: bytesOf(salt), tag: bytesOf(tag) }
  }
  const [, iterations, text = '', key = ''] = pbkdf2.exec(hash) ?? []
  const count = Number(iterations ?? 0)
  if (count < 1 || count > most.iterations) return undefined
  return { kind: 'pbkdf2', iterations: count, salt: Buffer.from(text), tag: bytesOf(key) }
}

const bytesOf = (base64: string) => Buffer.from(base64, 'base64')
