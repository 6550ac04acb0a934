import { Command } from 'commander'
import { followDirectory } from '#areas/provisioning/follow-directory.ts'
import { Complaint } from './explain.ts'
import { findOrganization } from './find-organization.ts'
import { withApp } from './open-app.ts'

export const ldapCommand = () =>
  new Command('ldap').description('Work with the LDAP directory that accounts follow.').addCommand(
    new Command('sync')
      .description('Look who is in LDAP: deactivate who is gone at two looks, follow names and groups.')
      .option('--force', 'deactivate also more than a tenth of the people at once')
      .option('--organization <subdomain>', 'subdomain of the organization, if there are several')
      .action((options: { force?: true; organization?: string }) => sync(options)),
  )

const sync = ({ force, organization: subdomain }: { force?: true; organization?: string }): Promise<void> =>
  withApp(async ({ services }) => {
    if (!services.config.ldap) throw new Complaint('No LDAP server is set up: set TAGMA_LDAP_URL.')
    const { organization } = await findOrganization(services, subdomain)
    const followed = await followDirectory(services, organization.id, { isForced: force === true })
    const { deactivated, reactivated, renamed, groups, problems } = followed
    console.log(
      `${organization.name}: ${deactivated} deactivated, ${reactivated} reactivated, ${renamed} renamed, ${groups} groups changed.`,
    )
    if (problems.length > 0) throw new Complaint(problems.join('\n'))
  })
