import { type Attack, Broken } from './attack.ts'

const guesses = 80
/** Most guesses that the server may check during the attack. */
const most = 15

export const guessing: Attack = {
  name: 'guessing',
  title: `${guesses} wrong passwords for an account, its name spelled in different ways`,
  bounds: { memoryMib: 120, cpuSeconds: 20, wait: 1500 },
  async run({ url, email }) {
    const spellings = [
      (count: number) => email + ' '.repeat(count % 7),
      (count: number) => ' '.repeat(count % 5) + email,
      () => email.toUpperCase(),
      () => `\t${email}`,
    ]
    let looked = 0
    let last = 0
    for (let count = 0; count < guesses; count++) {
      const username = spellings[count % spellings.length]?.(count) ?? email
      const response = await fetch(`${url}/api/v1/fetch_api_key`, {
        method: 'POST',
        body: new URLSearchParams({ username, password: `guess number ${count}` }),
      })
      await response.text()
      last = response.status
      if (response.status !== 429) looked++
      if (response.status === 200 || response.status >= 500)
        throw new Broken(`A guess was answered with ${response.status}.`)
    }
    if (looked > most || last !== 429)
      throw new Broken(`${looked} of ${guesses} guesses were looked at; ${most} may be.`)
    return `${looked} of ${guesses} guesses were looked at`
  },
}
