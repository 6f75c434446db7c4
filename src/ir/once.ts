/** Returns a function that computes its result only once per object, because many files ask for it. */
export function oncePer<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, readonly [V]>()
  return (key) => {
    const [result] = known.get(key) ?? [compute(key)]
    known.set(key, [result])
    return result
  }
}
