import type { Service } from '../../ir/index.js'

export function serviceView(_service: Service): object {
  return {}
}
