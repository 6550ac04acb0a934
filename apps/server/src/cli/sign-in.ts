import { isOwner } from '@tagma/rules/roles.ts'
import { Command } from 'commander'
import { makeOnceLink } from '#areas/sign-in/make-once-link.ts'
import { resetFactorsOf } from '#areas/sign-in/reset-second-factor.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { byCommand } from '#model/audit.ts'
import type { UserRecord } from '#model/records.ts'
import { Complaint } from './explain.ts'
import { findOrganization } from './find-organization.ts'
import { withApp } from './open-app.ts'

interface Options {
  readonly organization?: string
}

export const signInCommand = () =>
  new Command('sign-in')
    .description('Help people in who cannot sign in any more.')
    .addCommand(
      new Command('reset-factor')
        .description(
          'Take all second factors of somebody away who has lost them. Whatever is signed in as them ends, and they are told by mail.',
        )
        .argument('<email>', 'email address of the account')
        .option('--organization <subdomain>', 'subdomain of the organization, if there are several')
        .action((email: string, { organization }: Options) =>
          withApp(async ({ services }) => {
            const directory = await findOrganization(services, organization)
            const user = requireAccount(directory, email)
            const isDone = await services.data.transact(
              directory.organization.id,
              (tx) => resetFactorsOf(tx, { services, directory }, { user, administrator: undefined }),
              { by: byCommand },
            )
            if (!isDone) throw new Complaint(`${user.fullName} (${email}) has no second factor.`)
            console.log(
              `${user.fullName} (${email}) signs in without a second factor from now on. Whatever was signed in as them has ended.`,
            )
          }),
        ),
    )
    .addCommand(
      new Command('link')
        .description(
          'Print a link that signs an owner in once, within ten minutes, without a password or provider.',
        )
        .argument('<email>', 'email address of an owner')
        .option('--organization <subdomain>', 'subdomain of the organization, if there are several')
        .action((email: string, { organization }: Options) =>
          withApp(async ({ services }) => {
            const directory = await findOrganization(services, organization)
            const user = requireAccount(directory, email)
            if (!isOwner(user))
              throw new Complaint(`${user.fullName} (${email}) is no owner: such links are for owners alone.`)
            console.log(await makeOnceLink(services, directory.organization, user))
            console.log(
              `Whoever opens it within ten minutes is signed in as ${user.fullName}, after the second factor if there is one. It works once.`,
            )
          }),
        ),
    )

function requireAccount(directory: OrganizationDirectory, email: string): UserRecord {
  const user = directory.userByEmail(email)
  if (!user || user.botType !== null || !user.isActive)
    throw new Complaint(
      `${directory.organization.name} has no active person with the email address ${email}.`,
    )
  return user
}
