import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parseConfig } from './config.ts'
import { readSecretFiles } from './read-secret-files.ts'
import { variables } from './variables.ts'

function fileOf(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-secret-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'secret'), text)
  return join(folder, 'secret')
}

const secrets = variables.flatMap((variable) =>
  'isSecret' in variable ? [variable.name.replace('*', 'CORP')] : [],
)

test.each(secrets)('%s can come from a file', (name) => {
  expect(readSecretFiles({ [`${name}_FILE`]: fileOf('opensesame\n') })).toEqual({ [name]: 'opensesame' })
})

test('the configuration has the secrets of files', () => {
  const config = parseConfig({
    TAGMA_SMTP_URL_FILE: fileOf('smtp://user:secret@mail.example.com\n'),
    TAGMA_SIGN_IN_CORP_KIND: 'google',
    TAGMA_SIGN_IN_CORP_CLIENT_ID: 'id',
    TAGMA_SIGN_IN_CORP_CLIENT_SECRET_FILE: fileOf('opensesame'),
  })
  expect(config.mail.smtpUrl).toBe('smtp://user:secret@mail.example.com')
  expect(config.providers).toMatchObject([{ name: 'corp', clientSecret: 'opensesame' }])
})

test('a file that is missing or empty, and a secret given twice, are refused without the secret', () => {
  const name = 'TAGMA_LDAP_BIND_PASSWORD'
  const file = fileOf('opensesame')
  expect(() => readSecretFiles({ [`${name}_FILE`]: '/absent/secret' })).toThrow(
    `${name}_FILE is "/absent/secret", a file that cannot be read (ENOENT).`,
  )
  expect(() => readSecretFiles({ [`${name}_FILE`]: fileOf(' \n') })).toThrow('a file with nothing in it.')
  expect(() => readSecretFiles({ [name]: 'other', [`${name}_FILE`]: file })).toThrow(
    `${name} and ${name}_FILE are both set: set one of them.`,
  )
})

test('settings that are no secrets come from no file', () => {
  expect(() => parseConfig({ TAGMA_PORT_FILE: fileOf('80') })).toThrow('TAGMA_PORT_FILE is no setting')
  expect(readSecretFiles({ TAGMA_APNS_KEY_FILE: '/etc/key.p8', TAGMA_LDAP_BIND_PASSWORD_FILE: '' })).toEqual({
    TAGMA_APNS_KEY_FILE: '/etc/key.p8',
  })
})
