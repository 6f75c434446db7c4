import { crossSite } from './attacks/browser.js'
import { enumeration } from './attacks/enumeration.js'
import { impersonation } from './attacks/identity.js'
import { hashing } from './attacks/hashing.js'
import { sessions } from './attacks/sessions.js'
import { guessing } from './attacks/passwords.js'
import { escalation } from './attacks/rights.js'
import { scene, settings } from './attacks/scene.js'
import { disclosure } from './attacks/disclosure.js'
import { injection } from './attacks/values.js'
import { onEveryEngine } from './suite.js'
import { userCode } from './user-code.js'

onEveryEngine(
  'members',
  (service) => {
    const set = scene(service)
    impersonation(set)
    escalation(set)
    disclosure(set)
    enumeration(set)
    crossSite(set)
    injection(set)
    sessions(set)
    hashing(set)
    guessing(set)
  },
  { settings, code: userCode('members') },
)
