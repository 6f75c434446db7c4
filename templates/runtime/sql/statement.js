/** The values of a statement, gathered while its text is put together. */
export class Values {
  list = []
  bind
  constructor(dialect) {
    this.bind = (value) => {
      this.list.push(value)
      return dialect.placeholder(this.list.length)
    }
  }
}
