import type { Config } from '#config/config.ts'
import type { Directories } from '#directory/directories.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { Refusal } from '#model/refusal.ts'
import { listOrganizations } from '#store/organization/organizations.ts'
import type { Db } from '#store/sql/db.ts'

/**
 * Finds the organization of a host name: the one whose subdomain stands before the server's own name, or else the one
 * without a subdomain. A single organization answers on every host.
 */
export class OrganizationsByHost {
  readonly #db: Db
  readonly #directories: Directories
  readonly #domain: string
  readonly #found = new Map<string, OrganizationDirectory>()

  constructor(db: Db, directories: Directories, config: Pick<Config, 'publicUrl'>) {
    this.#db = db
    this.#directories = directories
    this.#domain = new URL(config.publicUrl).hostname
  }

  find(host: string): OrganizationDirectory | Promise<OrganizationDirectory> {
    const found = this.#found.get(host)
    return found && this.#directories.has(found) ? found : this.#search(host)
  }

  async #search(host: string): Promise<OrganizationDirectory> {
    const organizations = await listOrganizations(this.#db)
    const name = host.replace(/:\d+$/, '').toLowerCase()
    const subdomain = name.endsWith(`.${this.#domain}`) ? name.slice(0, -this.#domain.length - 1) : ''
    const exact = organizations.find((candidate) => candidate.subdomain === subdomain)
    const organization = exact ?? (organizations.length === 1 ? organizations[0] : undefined)
    if (!organization) throw new Refusal('NONEXISTENT_SUBDOMAIN', `No organization answers on ${name}.`)
    const directory = await this.#directories.get(organization.id)
    // Other answers are not remembered: an organization that is made later could fit the host better.
    if (exact) {
      if (this.#found.size > 1000) this.#found.clear()
      this.#found.set(host, directory)
    }
    return directory
  }
}
