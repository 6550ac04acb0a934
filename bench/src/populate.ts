import { roles } from '@tagma/contract/objects/user.ts'
import { type App, createApp } from '@tagma/server/src/app.ts'
import { createAccount } from '@tagma/server/src/areas/accounts/create-account.ts'
import { initialChannelSettings } from '@tagma/server/src/areas/channels/create-channels.ts'
import { parseConfig } from '@tagma/server/src/config/config.ts'
import type { OrganizationDirectory } from '@tagma/server/src/directory/organization-directory.ts'
import type { UserRecord } from '@tagma/server/src/model/records.ts'
import { systemRandom } from '@tagma/server/src/ports/random.ts'
import type { NewChannel } from '@tagma/server/src/store/channels/channels.ts'
import type { Tx } from '@tagma/server/src/store/log/tx.ts'
import { listOrganizations } from '@tagma/server/src/store/organization/organizations.ts'
import { type Running, startServer } from './server.ts'

/** An organization to fill without the API, which hashes a password for each account. */
export interface OpenOrganization {
  readonly app: App
  readonly directory: OrganizationDirectory
  readonly owner: UserRecord
}

/** Opens the first organization of a data folder. Its server must not run. */
export async function openOrganization(
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<OpenOrganization> {
  const app = await createApp(parseConfig({ TAGMA_DATA_DIR: dataDir, TAGMA_LOG: 'error', ...environment }))
  const [organization] = await listOrganizations(app.services.data.db)
  const directory = organization && (await app.services.data.directories.get(organization.id))
  const owner = directory && [...directory.users.values()].find(({ role }) => role === roles.owner)
  if (!directory || !owner) throw new Error('The server made no organization')
  return { app, directory, owner }
}

/** Starts a server, stops it to fill its organization, and starts it again. */
export async function startFilled(
  fill: (organization: OpenOrganization) => Promise<void>,
  environment: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const first = await startServer({ environment })
  await first.stop({ keep: true })
  const organization = await openOrganization(first.dataDir, environment)
  await fill(organization)
  await organization.app.close()
  return startServer({ dataDir: first.dataDir, environment })
}

/** The number of rows created in one transaction. */
export const batch = 250

/**
 * Creates members called `user<number>`, counted from `from`, in no channel. `settle` does more for each batch in the
 * transaction that creates it. Its number is that of the batch's first member.
 */
export async function makeMembers(
  { app, directory }: Pick<OpenOrganization, 'app' | 'directory'>,
  count: number,
  {
    from = 0,
    settle = async () => {},
  }: { from?: number; settle?: (tx: Tx, users: readonly UserRecord[], number: number) => Promise<void> } = {},
): Promise<UserRecord[]> {
  const members: UserRecord[] = []
  for (let start = 0; start < count; start += batch) {
    const made = await app.services.data.transact(directory.organization.id, async (tx) => {
      const some: UserRecord[] = []
      for (let index = start; index < Math.min(count, start + batch); index++) {
        const name = `user${from + index}`
        some.push(
          await createAccount(tx, directory, systemRandom, {
            email: `${name}@example.com`,
            fullName: name,
            role: roles.member,
            passwordHash: null,
            channels: [],
          }),
        )
      }
      await settle(tx, some, from + start)
      return some
    })
    members.push(...made)
  }
  return members
}

/** Creates a channel with default settings that everybody may join. */
export const publicChannel = (
  directory: OrganizationDirectory,
  creator: UserRecord,
  name: string,
  description = '',
): NewChannel => ({
  name,
  description,
  renderedDescription: description === '' ? '' : `<p>${description}</p>`,
  creatorId: creator.id,
  isPrivate: false,
  isWebPublic: false,
  isDefault: false,
  historyPublic: true,
  messageRetentionDays: null,
  folderId: null,
  topicsPolicy: 'inherit',
  defaultPushNotifications: false,
  isHiddenFromAgents: false,
  settings: initialChannelSettings(directory, creator),
})
