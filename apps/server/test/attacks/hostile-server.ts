// Server that makes organizations and measures its memory on request, for the attack `hostile-calls`. Those calls can
// end an organization by chance. Start it with an IPC channel and --expose-gc.
import process from 'node:process'
import { createAccount } from '#areas/accounts/create-account.ts'
import { createOrganization } from '#areas/organization/create-organization.ts'
import { deleteOrganization } from '#areas/organization/delete-organization.ts'
import { parseConfig } from '#config/config.ts'
import { systemRandom } from '#ports/random.ts'
import { createApp } from '#server/app.ts'
import { installation } from '#store/log/transactions.ts'

/** A question to the server; the answer is a message with the same id. */
export type Question = { readonly id: number } & (
  | { readonly kind: 'fresh'; readonly instead?: number | undefined }
  | { readonly kind: 'used' }
)

export interface FreshOrganization {
  readonly organizationId: number
  readonly host: string
  /** By name; `owner` first. */
  readonly authorizations: Readonly<Record<string, string>>
}

const config = parseConfig(process.env)
const app = await createApp(config)
await app.http.listen({ host: config.host, port: config.port })
setInterval(() => void app.tick(), 1000)
let made = 0

/** Deletes an organization. Tries again if a job has just put a file into its folder. */
async function remove(id: number): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await deleteOrganization(app.services, id)
      return
    } catch (error) {
      if (tries === 5 || (error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error
    }
  }
}

async function fresh(instead: number | undefined): Promise<FreshOrganization> {
  const { services } = app
  if (instead !== undefined) await remove(instead)
  const subdomain = `org${++made}`
  const { id } = await services.data.transact(installation, (tx) =>
    createOrganization(tx, systemRandom, { name: `Organization ${made}`, subdomain }),
  )
  const directory = await services.data.directories.get(id)
  const authorizations: Record<string, string> = {}
  for (const [name, role] of [
    ['owner', 100],
    ['member', 400],
    ['guest', 600],
  ] as const) {
    const { email, apiKey } = await services.data.transact(id, (tx) =>
      createAccount(tx, directory, systemRandom, {
        email: `${name}@example.com`,
        fullName: name,
        role,
        passwordHash: null,
      }),
    )
    authorizations[name] = `Basic ${btoa(`${email}:${apiKey}`)}`
  }
  return { organizationId: id, host: `${subdomain}.${new URL(config.publicUrl).host}`, authorizations }
}

/** Bytes in use after a collection of garbage. */
async function used(): Promise<number> {
  for (let round = 0; round < 4; round++) {
    globalThis.gc?.()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

process.on('message', (question: Question) => {
  const answer = question.kind === 'fresh' ? fresh(question.instead) : used()
  void answer.then((value) => process.send?.({ id: question.id, value }))
})
process.on('disconnect', () => process.exit(0))
process.send?.({ id: 0 })
