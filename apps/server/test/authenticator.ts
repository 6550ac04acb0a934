import { beginSecondFactor } from '@tagma/contract/endpoints/sign-in/begin-second-factor.ts'
import { confirmSecondFactor } from '@tagma/contract/endpoints/sign-in/confirm-second-factor.ts'
import { codeOf, stepSeconds } from '#areas/sign-in/totp.ts'
import type { TestApp } from './app.ts'
import type { FakeClock } from './fake-clock.ts'
import type { TestUser } from './given.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz234567'

/** Reads a secret that the server shows. */
function bytesOf(secret: string): Buffer {
  const bits = [...secret.replaceAll('-', '')].map((letter) =>
    letters.indexOf(letter).toString(2).padStart(5, '0'),
  )
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** An authenticator app that knows one secret. */
export class Authenticator {
  readonly #secret: Buffer
  readonly #clock: FakeClock

  constructor(clock: FakeClock, secret: string) {
    this.#secret = bytesOf(secret)
    this.#clock = clock
  }

  /** The code of now, or of so many half minutes later. */
  shown(later = 0): string {
    return codeOf(this.#secret, Math.floor(this.#clock.now() / 1000 / stepSeconds) + later)
  }

  /** Waits for the next code. */
  next(): string {
    this.#clock.advance({ seconds: stepSeconds })
    return this.shown()
  }
}

/** Sets up a second factor for a user, as the settings of the client do. */
export async function addFactor(
  t: TestApp,
  user: TestUser,
): Promise<{ readonly phone: Authenticator; readonly recoveryCodes: readonly string[] }> {
  const { secret } = await t.as(user).call(beginSecondFactor, { password: `password of ${user.name}` })
  const phone = new Authenticator(t.clock, secret)
  const { recovery_codes } = await t.as(user).call(confirmSecondFactor, { code: phone.shown() })
  return { phone, recoveryCodes: recovery_codes }
}

/** A code that is wrong now, and looks like one of an app. */
export const wrongCode = (phone: Authenticator): string =>
  ['000000', '111111', '222222', '333333'].find((code) =>
    [-1, 0, 1].every((later) => phone.shown(later) !== code),
  ) ?? ''
