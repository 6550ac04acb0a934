import { Command } from 'commander'
import { reactivateOrganization } from '#areas/organization/deactivate-organization.ts'
import { byCommand } from '#model/audit.ts'
import { Complaint } from './explain.ts'
import { findOrganization } from './find-organization.ts'
import { withApp } from './open-app.ts'

export const reactivateOrganizationCommand = () =>
  new Command('reactivate-organization')
    .description('Bring a deactivated organization back, as long as its data is there.')
    .option('--organization <subdomain>', 'subdomain of the organization, if there are several')
    .action(({ organization: subdomain }: { organization?: string }) =>
      withApp(async ({ services }) => {
        const { organization } = await findOrganization(services, subdomain)
        if (organization.deactivatedAt === null)
          throw new Complaint(`${organization.name} is not deactivated.`)
        await services.data.transact(organization.id, reactivateOrganization, { by: byCommand })
        console.log(`${organization.name} is active again. Its users sign in as before.`)
      }),
    )
