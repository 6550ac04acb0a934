import { Command } from 'commander'
import { createOrganization } from '#areas/organization/create-organization.ts'
import { makeSetupLink } from '#areas/organization/make-setup-link.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import { installation } from '#store/log/transactions.ts'
import { listOrganizations } from '#store/organization/organizations.ts'
import { Complaint } from './explain.ts'
import { withApp } from './open-app.ts'

export const createOrganizationCommand = () =>
  new Command('create-organization')
    .description('Make another organization on this server.')
    .requiredOption('--name <name>', 'name of the organization')
    .requiredOption(
      '--subdomain <subdomain>',
      'part before the server’s host name; "" for the one that answers on all others',
    )
    .option('--demo <days>', 'make a demo organization, which is deleted after so many days')
    .action(({ name, subdomain, demo }: { name: string; subdomain: string; demo?: string }) =>
      withApp(async ({ services }, config) => {
        if (!/^([a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?)?$/.test(subdomain)) {
          throw new Complaint(
            'A subdomain has up to 40 lower-case letters, digits and hyphens, and neither begins nor ends with a hyphen.',
          )
        }
        if (demo !== undefined && !/^[1-9]\d{0,3}$/.test(demo))
          throw new Complaint('--demo takes a number of days from 1 to 9999.')
        const { id } = await services.data.transact(installation, async (tx) => {
          const existing = await listOrganizations(tx.db)
          if (existing.some((organization) => organization.subdomain === subdomain))
            throw new Complaint(`There is an organization with the subdomain "${subdomain}" already.`)
          return createOrganization(tx, services.time.random, {
            name,
            subdomain,
            demoDeletionAt: demo === undefined ? null : tx.now + Number(demo) * 24 * 3600,
          })
        })
        const link = await makeSetupLink(services, { id, subdomain })
        console.log(`Made ${name} at ${organizationUrl(config, { subdomain })}\nBecome its owner: ${link}`)
      }),
    )
