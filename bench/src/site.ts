import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Measurement } from './figure.ts'
import { measure, median } from './load.ts'
import { cpuSecondsOf, freePort } from './server.ts'

const windows = 3
const root = join(import.meta.dirname, '../..')

interface Served {
  readonly url: string
  cpuSeconds(): number
  stop(): Promise<void>
}

/** Starts a server in a process of its own, and waits until it answers. */
async function start(command: string, flags: readonly string[], url: string): Promise<Served> {
  const child = spawn(command, flags, { stdio: ['ignore', 'ignore', 'inherit'] })
  for (let tries = 0; ; tries++) {
    try {
      await fetch(url)
      break
    } catch (error) {
      if (tries > 1000 || child.exitCode !== null) throw error
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  const pid = child.pid ?? 0
  return {
    url,
    cpuSeconds: () => cpuSecondsOf(pid),
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Measures serving a page of the website, beside nginx serving the same bytes from a file. */
export const site: Measurement = {
  name: 'site',
  title: 'The website',
  async run({ seconds }) {
    const folder = mkdtempSync(join(tmpdir(), 'tagma-bench-site-'))
    const began = performance.now()
    const building = spawn(
      process.execPath,
      [join(root, 'apps/site/src/build.ts'), join(folder, 'site.bin')],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    )
    await once(building, 'exit')
    const builtIn = (performance.now() - began) / 1000

    const port = await freePort()
    const program = `
      import { siteServer } from ${JSON.stringify(join(root, 'apps/site/src/serve.ts'))}
      siteServer({ file: ${JSON.stringify(join(folder, 'site.bin'))}, build: false }).listen(${port}, '127.0.0.1')`
    const path = '/tag/self-hosting'
    const ours = await start(
      process.execPath,
      ['--input-type=module', '--eval', program],
      `http://127.0.0.1:${port}${path}`,
    )
    const page = Buffer.from(await (await fetch(ours.url)).arrayBuffer())

    writeFileSync(join(folder, 'page.html'), page)
    const nginxPort = await freePort()
    writeFileSync(
      join(folder, 'nginx.conf'),
      `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
       events { worker_connections 512; }
       http { access_log off; client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f;
         uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s; sendfile on; keepalive_requests 1000000;
         open_file_cache max=100; types { text/html html; }
         server { listen 127.0.0.1:${nginxPort}; root ${folder}; } }`,
    )
    const nginx = await start(
      'nginx',
      ['-c', join(folder, 'nginx.conf')],
      `http://127.0.0.1:${nginxPort}/page.html`,
    )

    const figures: { ours: number[]; nginx: number[] } = { ours: [], nginx: [] }
    for (let window = 0; window < windows; window++) {
      for (const [name, served] of Object.entries({ ours, nginx })) {
        const { cpuMicroseconds } = await measure(
          { url: served.url, connections: 16, seconds },
          served.cpuSeconds,
        )
        figures[name as keyof typeof figures].push(cpuMicroseconds ?? Number.NaN)
      }
    }
    await Promise.all([ours.stop(), nginx.stop()])
    rmSync(folder, { recursive: true })
    const [own, other] = [median(figures.ours), median(figures.nginx)]
    return [
      { name: 'Building all versions', value: builtIn, unit: 's', atMost: 15 },
      { name: `CPU of a page of ${(page.length / 1024).toFixed(1)} KiB`, value: own, unit: 'us' },
      { name: 'The same from nginx', value: other, unit: 'us' },
      { name: 'CPU of a page, in CPU of nginx', value: own / other, unit: 'times', atMost: 1.2 },
    ]
  },
}
