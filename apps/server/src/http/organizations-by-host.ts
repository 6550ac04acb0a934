import type { Directories } from '#directory/directories.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { Config } from '#server/config.ts'
import { Refusal } from '#server/refusal.ts'
import type { Db } from '#store/db.ts'
import { listOrganizations } from '#store/organizations.ts'

const rereadMilliseconds = 5000

/**
 * Which organization a host name belongs to: the one whose subdomain stands before the server's own name, or else the
 * one without a subdomain. A single organization answers on every host.
 */
export class OrganizationsByHost {
  readonly #db: Db
  readonly #directories: Directories
  readonly #domain: string
  readonly #found = new Map<string, OrganizationDirectory>()
  #list: Promise<{ id: number; subdomain: string }[]> | undefined
  #readAt = 0

  constructor(db: Db, directories: Directories, config: Pick<Config, 'publicUrl'>) {
    this.#db = db
    this.#directories = directories
    this.#domain = new URL(config.publicUrl).hostname
  }

  find(host: string): OrganizationDirectory | Promise<OrganizationDirectory> {
    return this.#found.get(host) ?? this.#search(host)
  }

  async #search(host: string): Promise<OrganizationDirectory> {
    const organizations = await this.#organizations()
    const name = host.replace(/:\d+$/, '').toLowerCase()
    const subdomain = name.endsWith(`.${this.#domain}`) ? name.slice(0, -this.#domain.length - 1) : ''
    const organization =
      organizations.find((candidate) => candidate.subdomain === subdomain) ?? (organizations.length === 1 ? organizations[0] : undefined)
    if (!organization) throw new Refusal('NONEXISTENT_SUBDOMAIN', `No organization answers on ${name}.`)
    const directory = await this.#directories.get(organization.id)
    if (this.#found.size > 1000) this.#found.clear()
    // With several organizations, the next one made may be the better answer.
    if (organizations.length === 1 || organization.subdomain === subdomain) this.#found.set(host, directory)
    return directory
  }

  #organizations() {
    const now = performance.now()
    if (!this.#list || now - this.#readAt > rereadMilliseconds) {
      this.#list = listOrganizations(this.#db)
      this.#list.catch(() => (this.#list = undefined))
      this.#readAt = now
      this.#found.clear()
    }
    return this.#list
  }
}
