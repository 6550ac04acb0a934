import { Argument, Command } from 'commander'
import { byCommand } from '#model/audit.ts'
import { updateUser } from '#store/people/users.ts'
import { Complaint } from './explain.ts'
import { findOrganization } from './find-organization.ts'
import { withApp } from './open-app.ts'

const permissions = ['can_create_users', 'can_change_user_emails'] as const

export const grantCommand = () =>
  new Command('grant')
    .description('Give a user a permission that no role has.')
    .argument('<email>', 'email address of the user')
    .addArgument(new Argument('<permission>', 'what to give').choices(permissions))
    .option('--organization <subdomain>', 'subdomain of the organization, if there are several')
    .option('--revoke', 'take it away instead')
    .action(
      (
        email: string,
        permission: (typeof permissions)[number],
        options: { organization?: string; revoke?: true },
      ) =>
        withApp(async ({ services }) => {
          const directory = await findOrganization(services, options.organization)
          const user = directory.userByEmail(email)
          if (!user)
            throw new Complaint(`${directory.organization.name} has no user with the email address ${email}.`)
          await services.data.transact(
            directory.organization.id,
            async (tx) => {
              await updateUser(tx, user.id, { [permission]: options.revoke ? 0 : 1 })
              const detail = { permission, has: !options.revoke }
              tx.audit('user.permission', { kind: 'user', id: user.id }, detail)
            },
            { by: byCommand },
          )
          console.log(
            `${user.fullName} (${email}) ${options.revoke ? 'no longer has' : 'has'} ${permission}.`,
          )
        }),
    )
