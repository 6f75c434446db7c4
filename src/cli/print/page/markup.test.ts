import { expect, test } from 'vitest'
import { paragraphs } from './markup.js'

test.each([
  ['# Tracker\nAll *issues*.\n\nMore.', '<p><strong>Tracker</strong></p><p>All *issues*.</p><p>More.</p>'],
  [
    '- one\n  and more\n- `two`\n\ntext',
    '<ul><li>one and more</li><li><code>two</code></li></ul><p>text</p>',
  ],
  ['Use **this**:\n```sh\na  <b>\n```', '<p>Use <strong>this</strong>:</p><pre>a  &#60;b&#62;</pre>'],
  ['<script>x</script> # no heading', '<p>&#60;script&#62;x&#60;/script&#62; # no heading</p>'],
  [null, ''],
])('the description %j is HTML', (text, html) => {
  expect(paragraphs(text).text).toBe(html)
})
