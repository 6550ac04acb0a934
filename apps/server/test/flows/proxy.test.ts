import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { limits } from '@tagma/contract/limits.ts'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { codeWith } from '#test/guide.ts'
import { signInOwner, ownerSettings } from '#test/http-caller.ts'
import { freePort, installation } from '#test/server-process.ts'

// Tests the nginx configuration of the guide "Self-hosting" in front of a server.

const nginx = ['/usr/sbin/nginx', 'nginx'].find((program) => spawnSync(program, ['-v']).status === 0)
const name = 'chat.example.com'

/** Starts nginx with the guide's configuration on a free port; `upstream` answers in place of the server. */
async function startNginx(upstream: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-nginx-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const port = await freePort()
  const certificate = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-x509']
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  await promisify(execFile)('openssl', ['req', ...certificate, '-subj', `/CN=${name}`, ...files])
  mkdirSync(join(folder, 'temporary'))
  const server = codeWith('self-hosting', 'nginx', 'listen 443')
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replaceAll('127.0.0.1:9991', `127.0.0.1:${upstream}`)
    .replaceAll(`/etc/letsencrypt/live/${name}`, folder)
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${folder}/pid;
error_log stderr warn;
events {}
http {
access_log off;
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${folder}/temporary/${one};`).join('\n')}
${server}
}
`,
  )
  const child = spawn(nginx ?? '', ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(async () => {
    const ended = once(child, 'exit')
    if (child.exitCode === null) child.kill('SIGTERM')
    else return
    await ended
  })
  let complaints = ''
  child.stderr?.on('data', (part: Buffer) => (complaints += part.toString()))
  for (;;) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}: ${complaints}`)
    const socket = connect(port, '127.0.0.1')
    const answers = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (answers) return port
  }
}

/** Calls through the proxy as people do: by its name and with TLS. */
async function curl(port: number, path: string, ...options: string[]): Promise<string> {
  const address = ['--insecure', '--resolve', `${name}:${port}:127.0.0.1`, `https://${name}:${port}${path}`]
  return (await promisify(execFile)('curl', ['-sS', '-H', 'Expect:', ...options, ...address])).stdout
}

test.runIf(nginx)('events, and an upload as large as allowed, pass through nginx', async () => {
  const server = await installation({ ...ownerSettings, TAGMA_PUBLIC_URL: `https://${name}` })
  onTestFinished(() => server.remove())
  await server.start()
  const port = await startNginx(Number(new URL(server.url).port))
  const { authorization } = await signInOwner(server.url)
  const account = ['-H', `authorization: ${authorization}`]
  const settings = JSON.parse(await curl(port, '/api/v1/server_settings'))
  expect(settings).toMatchObject({ result: 'success', realm_url: `https://${name}` })

  const queue = JSON.parse(
    await curl(
      port,
      '/api/v1/register',
      ...account,
      '-d',
      'event_types=["message"]',
      '-d',
      'fetch_event_types=["realm"]',
    ),
  )
  const poll = curl(
    port,
    `/api/v1/events?queue_id=${queue.queue_id}&last_event_id=${queue.last_event_id}`,
    ...account,
  )
  const message = ['type=channel', 'to=general', 'topic=proxies', 'content=Through nginx']
  await curl(port, '/api/v1/messages', ...account, ...message.flatMap((field) => ['--data-urlencode', field]))
  expect(JSON.parse(await poll).events).toMatchObject([{ message: { content: 'Through nginx' } }])

  const socket = new WebSocket(`wss://127.0.0.1:${port}/api/v1/events/socket`, 'tagma.events.v1', {
    headers: { host: name, authorization },
    rejectUnauthorized: false,
  })
  onTestFinished(() => socket.terminate())
  await once(socket, 'open')
  socket.send(JSON.stringify({ queue_id: queue.queue_id, last_event_id: queue.last_event_id }))
  const [frame] = (await once(socket, 'message')) as [Buffer]
  expect(JSON.parse(frame.toString()).events).toMatchObject([{ message: { content: 'Through nginx' } }])

  const file = join(server.dataDir, 'largest.bin')
  writeFileSync(file, '')
  truncateSync(file, queue.max_file_upload_size_mib * 1024 * 1024)
  expect(
    JSON.parse(await curl(port, '/api/v1/user_uploads', ...account, '-F', `file=@${file}`)),
  ).toMatchObject({
    result: 'success',
  })
})

test.runIf(nginx)(
  'nginx tells the server the client and the name asked for, and waits longer than a poll',
  async () => {
    let heard: object = {}
    const upstream = createServer((request, response) => {
      heard = { host: request.headers.host, from: request.headers['x-forwarded-for'] }
      response.end('{}')
    })
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void upstream.close())
    const address = upstream.address()
    const port = await startNginx(typeof address === 'object' ? (address?.port ?? 0) : 0)
    await curl(port, '/', '-H', 'X-Forwarded-For: 198.51.100.1')
    // The client's claim comes before the address that nginx has seen.
    expect(heard).toEqual({ host: name, from: '198.51.100.1, 127.0.0.1' })
    const [, seconds] =
      /proxy_read_timeout (\d+)s/.exec(codeWith('self-hosting', 'nginx', 'listen 443')) ?? []
    expect(Number(seconds)).toBeGreaterThan(limits.longPollTimeoutSeconds)
  },
)

test.runIf(nginx)(
  'nginx makes browsers use TLS for a year, for all organizations, whatever the answer',
  async () => {
    // Nothing listens there, so nginx itself answers.
    const port = await startNginx(await freePort())
    const answer = await curl(port, '/', '-i')
    expect(answer).toMatch(/^HTTP\/1.1 502 /)
    expect(answer).toContain('Strict-Transport-Security: max-age=31536000; includeSubDomains\r\n')
  },
)
