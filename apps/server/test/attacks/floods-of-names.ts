import { type Attack, Broken } from './attack.ts'

const calls = 600
const atOnce = 10
/** Too long for any form, and just short enough for the form of a stranger. */
const lengths = [900 * 1024, 15_000]

export const floodsOfNames: Attack = {
  name: 'floods-of-names',
  title: `${calls} sign-ins with different names of 15 and of 900 kB`,
  bounds: { memoryMib: 120, cpuSeconds: 60, wait: 2000 },
  async run({ url }) {
    const statuses = new Map<number, number>()
    for (let from = 0; from < calls; from += atOnce)
      await Promise.all(
        Array.from({ length: atOnce }, async (_, index) => {
          try {
            const response = await fetch(`${url}/api/v1/fetch_api_key`, {
              method: 'POST',
              body: new URLSearchParams({
                username: String(from + index).padEnd(lengths[index % 2] ?? 0, 'n'),
                password: 'a wrong one',
              }),
            })
            await response.text()
            statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
          } catch {
            statuses.set(0, (statuses.get(0) ?? 0) + 1)
          }
        }),
      )
    const wrong = [...statuses.keys()].filter((status) => status === 200 || status >= 500)
    if (wrong.length > 0) throw new Broken(`Some were answered with ${wrong.join(' and ')}.`)
    return [...statuses]
      .map(([status, count]) => `${count} × ${status === 0 ? 'cut off' : status}`)
      .join(', ')
  },
}
