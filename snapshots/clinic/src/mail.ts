import { registry } from './generated/index.js'

/**
 * Sends a mail to a user: `reset` for a forgotten password, `verify` for a new email address. If the function throws, it
 * is called again after 1, 2, 4, … minutes, with a new token.
 */
registry.mail(async ({ kind, to, link }) => {
  // Prints the link during development. Send a mail here, for example with nodemailer.
  console.log(`mail to ${to}: ${kind} ${link}`)
})
