import { roles } from '@tagma/contract/objects/user.ts'
import { Command, Option } from 'commander'
import { accountProblem, createAccount } from '#areas/accounts/create-account.ts'
import { byCommand } from '#model/audit.ts'
import { Complaint } from './explain.ts'
import { findOrganization } from './find-organization.ts'
import { withApp } from './open-app.ts'
import { readPassword } from './read-password.ts'

interface Options {
  readonly email: string
  readonly name: string
  readonly role: keyof typeof roles
  /** A text is a password on the command line, which is refused; true asks for it. */
  readonly password?: string | true
  readonly organization?: string
}

export const createUserCommand = () =>
  new Command('create-user')
    .description('Make an account and print its API key.')
    .requiredOption('--email <email>', 'email address')
    .requiredOption('--name <name>', 'full name')
    .addOption(
      new Option('--role <role>', 'role in the organization').choices(Object.keys(roles)).default('member'),
    )
    .option(
      '--password [never-here]',
      'ask for the password, or read it from standard input; at least 12 characters; without this one is made and printed',
    )
    .option('--organization <subdomain>', 'subdomain of the organization, if there are several')
    .action((options: Options) => {
      if (typeof options.password === 'string')
        throw new Complaint(
          'A password in a command line can be read by everybody on the machine. Give --password without a value: it asks for the password, or reads it from standard input.',
        )
      return withApp(async ({ services }) => {
        const directory = await findOrganization(services, options.organization)
        const password = options.password ? await readPassword() : services.time.random.token(16)
        const problem = accountProblem({
          email: options.email,
          fullName: options.name,
          password,
          organizationName: directory.organization.name,
        })
        if (problem !== undefined) throw new Complaint(problem)
        const passwordHash = await services.outside.passwords.hash(password)
        const user = await services.data.transact(
          directory.organization.id,
          (tx) =>
            createAccount(tx, directory, services.time.random, {
              email: options.email,
              fullName: options.name,
              role: roles[options.role],
              passwordHash,
              welcome: { config: services.config, signIn: 'given' },
            }),
          { by: byCommand },
        )
        console.log(`Made ${user.fullName} (${user.email}, user ${user.id}).`)
        if (options.password === undefined) console.log(`Password: ${password}`)
        console.log(`API key:  ${user.apiKey}`)
      })
    })
