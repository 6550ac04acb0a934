import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'ldapts'

export interface LdapServer {
  readonly url: string
  /** Settings of a server that uses this one. */
  readonly settings: Readonly<Record<string, string>>
  /** Makes a person; the password is `secret of <uid>`. Returns the name of the entry. */
  add(uid: string, attributes?: Readonly<Record<string, string | string[]>>): Promise<string>
  /** Changes the directory as its administrator. */
  change(use: (client: Client) => Promise<unknown>): Promise<void>
  stop(): Promise<void>
}

const admin = 'cn=admin,dc=example,dc=com'

/**
 * Starts Debian's slapd on a free port of the loopback, in its own folder, with a few people: `mia`, and `two` twice.
 * The administrator's password is `admin secret`.
 */
export async function startLdapServer(): Promise<LdapServer> {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-ldap-'))
  mkdirSync(join(folder, 'data'))
  const config = join(folder, 'slapd.conf')
  writeFileSync(
    config,
    `include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile ${folder}/pid
database mdb
maxsize 16777216
suffix dc=example,dc=com
rootdn ${admin}
rootpw "admin secret"
directory ${folder}/data
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${admin}" read by anonymous none by * none
`,
  )
  const port = await freePort()
  const url = `ldap://127.0.0.1:${port}`
  const server = spawn('/usr/sbin/slapd', ['-f', config, '-h', url, '-d', '0'], { stdio: 'ignore' })
  const exited = once(server, 'exit')
  await Promise.race([
    answers(port),
    exited.then(() => {
      throw new Error('slapd has ended; is the package slapd installed?')
    }),
    once(server, 'error').then(([error]) => {
      throw new Error('slapd cannot be started: install the package slapd', { cause: error })
    }),
  ])
  await addPeople(url)
  const change = async (use: (client: Client) => Promise<unknown>) => {
    const client = new Client({ url })
    await client.bind(admin, 'admin secret')
    try {
      await use(client)
    } finally {
      await client.unbind()
    }
  }
  return {
    url,
    settings: {
      TAGMA_LDAP_URL: url,
      TAGMA_LDAP_BASE: 'ou=people,dc=example,dc=com',
      TAGMA_LDAP_BIND_DN: admin,
      TAGMA_LDAP_BIND_PASSWORD: 'admin secret',
    },
    change,
    async add(uid, attributes = {}) {
      const { cn = uid } = attributes
      const dn = `cn=${String(cn)},ou=people,dc=example,dc=com`
      await change((client) => client.add(dn, { ...person(String(cn), uid), ...attributes }))
      return dn
    },
    async stop() {
      server.kill()
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const person = (cn: string, uid: string) => ({
  objectClass: ['inetOrgPerson'],
  cn,
  sn: cn,
  uid,
  mail: `${uid}@example.com`,
  userPassword: `secret of ${uid}`,
})

async function addPeople(url: string): Promise<void> {
  const client = new Client({ url })
  await client.bind(admin, 'admin secret')
  await client.add('dc=example,dc=com', {
    objectClass: ['dcObject', 'organization'],
    dc: 'example',
    o: 'Example',
  })
  await client.add('ou=people,dc=example,dc=com', { objectClass: ['organizationalUnit'], ou: 'people' })
  await client.add('cn=Mia Müller,ou=people,dc=example,dc=com', person('Mia Müller', 'mia'))
  await client.add('cn=One,ou=people,dc=example,dc=com', person('One', 'two'))
  await client.add('cn=Two,ou=people,dc=example,dc=com', person('Two', 'two'))
  await client.unbind()
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Resolves when something listens on the port. */
async function answers(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isThere = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (isThere) return
    await new Promise((resolve) => setImmediate(resolve))
  }
}
