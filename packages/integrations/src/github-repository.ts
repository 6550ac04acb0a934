import * as z from 'zod'
import { releaseText, shortHash } from './git-text.ts'
import { type GitHubEvent, repository, repositoryOf, sender, senderOf } from './github-parts.ts'
import { fit, type Post, unsupported } from './integration.ts'
import { fenced, quoteBelow } from './quote.ts'

// Events about a repository, its builds and its people.

const known = { sender, repository }
const withAction = z.looseObject({ action: z.string(), ...known })

export function createdOrDeleted({ payload: given }: GitHubEvent, verb: 'created' | 'deleted'): Post {
  const payload = fit(z.looseObject({ ref: z.string().nullish(), ref_type: z.string(), ...known }), given)
  const what = payload.ref ? `${payload.ref_type} ${payload.ref}` : payload.ref_type
  return {
    event: verb === 'created' ? 'create' : 'delete',
    topic: repositoryOf(payload),
    content: `${senderOf(payload)} ${verb} ${what}.`,
  }
}

const deploymentParts = z.looseObject({ environment: z.string() })

export function deployment({ payload: given }: GitHubEvent): Post {
  const payload = fit(z.looseObject({ deployment: deploymentParts, ...known }), given)
  return {
    event: 'deployment',
    topic: `${repositoryOf(payload)} / Deployment on ${payload.deployment.environment}`,
    content: `${senderOf(payload)} created new deployment.`,
  }
}

export function deploymentStatus({ payload: given }: GitHubEvent): Post {
  const payload = fit(
    z.looseObject({
      deployment: deploymentParts,
      deployment_status: z.looseObject({ state: z.string() }),
      ...known,
    }),
    given,
  )
  return {
    event: 'deployment_status',
    topic: `${repositoryOf(payload)} / Deployment on ${payload.deployment.environment}`,
    content: `Deployment changed status to ${payload.deployment_status.state}.`,
  }
}

export function fork({ payload: given }: GitHubEvent): Post {
  const payload = fit(
    z.looseObject({ forkee: z.looseObject({ name: z.string(), html_url: z.string() }), ...known }),
    given,
  )
  const { name, html_url } = payload.forkee
  return {
    event: 'fork',
    topic: repositoryOf(payload),
    content: `${senderOf(payload)} forked [${name}](${html_url}).`,
  }
}

export function gollum({ payload: given }: GitHubEvent): Post {
  const page = z.looseObject({ title: z.string(), action: z.string(), html_url: z.string() })
  const payload = fit(z.looseObject({ pages: z.array(page), ...known }), given)
  const lines = payload.pages.map(({ title, action, html_url }) => `* ${action} [${title}](${html_url})`)
  return {
    event: 'gollum',
    topic: `${repositoryOf(payload)} / wiki pages`,
    content: `${senderOf(payload)}:\n${lines.join('\n')}`,
  }
}

export function member({ payload: given }: GitHubEvent): Post {
  const payload = fit(z.looseObject({ ...withAction.shape, member: sender }), given)
  const { name, html_url } = payload.repository
  const preposition = payload.action === 'removed' ? 'from' : 'to'
  return {
    event: 'member',
    topic: repositoryOf(payload),
    content: `${senderOf(payload)} ${payload.action} [${payload.member.login}](${payload.member.html_url}) ${preposition} [${name}](${html_url}).`,
  }
}

export function membership({ payload: given }: GitHubEvent): Post {
  const payload = fit(
    z.looseObject({
      action: z.string(),
      scope: z.string(),
      member: sender,
      team: z.looseObject({ name: z.string().default('') }),
      organization: z.looseObject({ login: z.string() }),
      sender,
    }),
    given,
  )
  const preposition = payload.action === 'removed' ? 'from' : 'to'
  return {
    event: 'membership',
    topic: `${payload.organization.login} organization`,
    content: `${senderOf(payload)} ${payload.action} [${payload.member.login}](${payload.member.html_url}) ${preposition} the ${payload.team.name} ${payload.scope}.`,
  }
}

const buildWords: Readonly<Record<string, string>> = {
  built: 'has finished building',
  building: 'is building',
  errored: 'has failed',
}

export function pageBuild({ payload: given }: GitHubEvent): Post {
  const payload = fit(
    z.looseObject({
      build: z.looseObject({
        status: z.string().nullish(),
        error: z.looseObject({ message: z.string().nullish() }),
        pusher: sender,
      }),
      ...known,
    }),
    given,
  )
  const { status: outcome, error, pusher } = payload.build
  const text = `Github Pages build, triggered by ${pusher.login}, ${buildWords[outcome ?? ''] ?? 'has no status'}`
  return {
    event: 'page_build',
    topic: repositoryOf(payload),
    content: error.message ? `${text}:${quoteBelow(error.message)}` : `${text}.`,
  }
}

export function ping({ payload: given }: GitHubEvent): Post {
  const payload = fit(
    z.looseObject({
      sender,
      repository: repository.optional(),
      organization: z.looseObject({ login: z.string() }).optional(),
    }),
    given,
  )
  return {
    event: 'ping',
    topic: payload.repository?.name ?? payload.organization?.login ?? 'GitHub',
    content: `GitHub webhook has been successfully configured by ${senderOf(payload)}.`,
  }
}

/** Sentences of the form "iris made the repository [name](address) public." */
export function aboutRepository(
  event: string,
  { payload: given }: GitHubEvent,
  sentence: (link: string) => string,
): Post {
  const payload = fit(z.looseObject(known), given)
  const { name, html_url } = payload.repository
  return {
    event,
    topic: name,
    content: `${senderOf(payload)} ${sentence(`the repository [${name}](${html_url})`)}.`,
  }
}

export function repositoryChanged(event: GitHubEvent): Post {
  const { action } = fit(withAction, event.payload)
  return aboutRepository('repository', event, (link) => `${action} ${link}`)
}

export function release({ payload: given }: GitHubEvent): Post | [] {
  const payload = fit(
    z.looseObject({
      ...withAction.shape,
      release: z.looseObject({ name: z.string().nullish(), tag_name: z.string(), html_url: z.string() }),
    }),
    given,
  )
  const { name, tag_name, html_url } = payload.release
  return {
    event: 'release',
    topic: repositoryOf(payload),
    content: releaseText(senderOf(payload), payload.action, name || tag_name, html_url, tag_name),
  }
}

export function star({ payload: given }: GitHubEvent): Post {
  const payload = fit(withAction, given)
  const { login, html_url } = payload.sender
  const { full_name, html_url: address } = payload.repository
  return {
    event: 'star',
    topic: repositoryOf(payload),
    content: `[${login}](${html_url}) ${payload.action === 'deleted' ? 'unstarred' : 'starred'} the repository [${full_name}](${address}).`,
  }
}

export function status({ payload: given }: GitHubEvent): Post {
  const payload = fit(
    z.looseObject({
      sha: z.string(),
      state: z.string(),
      target_url: z.string().nullish(),
      commit: z.looseObject({ html_url: z.string() }),
      ...known,
    }),
    given,
  )
  const { sha, state, target_url, commit } = payload
  const shown = target_url ? `[${state}](${target_url})` : state
  return {
    event: 'status',
    topic: repositoryOf(payload),
    content: `[${shortHash(sha)}](${commit.html_url}) changed its status to ${shown}.`,
  }
}

export function checkRun({ payload: given }: GitHubEvent): Post | [] {
  const payload = fit(
    z.looseObject({
      ...withAction.shape,
      check_run: z.looseObject({
        name: z.string(),
        html_url: z.string().nullish(),
        status: z.string(),
        conclusion: z.string().nullish(),
        head_sha: z.string(),
      }),
    }),
    given,
  )
  const { name, html_url, status: state, conclusion, head_sha } = payload.check_run
  if (payload.action !== 'completed' || state !== 'completed') return []
  const commit = `${payload.repository.html_url}/commit/${head_sha}`
  return {
    event: 'check_run',
    topic: `${repositoryOf(payload)} / checks`,
    content: `Check [${name}](${html_url ?? commit}) completed (${conclusion ?? 'no conclusion'}). ([${shortHash(head_sha)}](${commit}))`,
  }
}

export function team({ payload: given }: GitHubEvent): Post | [] {
  const change = z.looseObject({ from: z.string().nullish() }).optional()
  const payload = fit(
    z.looseObject({
      action: z.string(),
      team: z.looseObject({
        name: z.string(),
        description: z.string().nullish(),
        privacy: z.string().nullish(),
      }),
      changes: z.looseObject({ description: change, name: change, privacy: change }).optional(),
      sender,
    }),
    given,
  )
  const { action, team: changed, changes } = payload
  const topic = `team ${changed.name}`
  if (action !== 'edited' || !changes) return unsupported(`team:${action}`)
  if (changes.description)
    return {
      event: 'team',
      topic,
      content: `**${senderOf(payload)}** changed the team description to:\n${fenced('quote', changed.description ?? '')}`,
    }
  if (changes.name)
    return {
      event: 'team',
      topic,
      content: `Team \`${changes.name.from ?? ''}\` was renamed to \`${changed.name}\`.`,
    }
  if (changes.privacy)
    return { event: 'team', topic, content: `Team visibility changed to \`${changed.privacy ?? ''}\`` }
  return unsupported('team:edited (changes: permissions)')
}

export function teamAdd({ payload: given }: GitHubEvent): Post {
  const payload = fit(z.looseObject({ team: z.looseObject({ name: z.string() }), ...known }), given)
  const { name, html_url } = payload.repository
  return {
    event: 'team_add',
    topic: repositoryOf(payload),
    content: `The repository [${name}](${html_url}) was added to team ${payload.team.name}.`,
  }
}
