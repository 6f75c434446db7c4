export interface AccountSettings {
    readonly accounts: {
        readonly tokenLifetime: number;
        readonly verify: 'off' | 'optional' | 'required';
        readonly resetUrl: string | undefined;
        readonly verifyUrl: string | undefined;
    };
}

export type ActionContext<T extends ActionTypes, Models, User, Types extends object, Extension = unknown> = ActionInputs<T, Models, User, Types> & ([User] extends [never] ? unknown : SessionActions<User>) & Extension;

export type ActionFunction<T extends ActionTypes, Models, User, Types extends object, Extension = unknown> = (context: ActionContext<T, Models, User, Types, Extension>) => T['result'] | FastifyReply | Promise<T['result'] | FastifyReply>;

interface ActionInputs<T extends ActionTypes, Models, User, Types extends object> {
    readonly params: T['params'];
    readonly query: T['query'];
    readonly headers: T['headers'];
    readonly cookies: T['cookies'];
    readonly body: T['body'];
    readonly item: T['item'];
    readonly user: User | undefined;
    readonly models: Models;
    readonly request: FastifyRequest;
    readonly reply: FastifyReply;
    afterCommit(work: (models: Models) => unknown): void;
    document<Name extends keyof Types & string>(model: Name, item: Types[Name] extends {
        readonly Row: infer Item;
    } ? Item : never): Promise<Types[Name] extends {
        readonly Document: infer Document;
    } ? Document : never>;
}

type ActionOf<Tag extends FiredTag> = Tag extends `${'before' | 'after'}_${infer Action}` ? Action : never;

export interface ActionOptions {
    readonly bodyLimit?: number;
    readonly timeout?: number;
}

export interface ActionTraits {
    readonly on: 'collection' | 'item' | 'account';
    readonly response: 'page' | 'document' | 'message' | 'nothing';
    readonly selects?: true;
    readonly sets?: true;
}

export interface ActionTypes {
    params: object;
    query: object;
    headers: object;
    cookies?: object;
    body: unknown;
    item: unknown;
    result: unknown;
    responses?: object;
}

export type ActionWith<Traits extends Partial<ActionTraits>> = {
    [Action in EventAction]: (typeof EVENT_ACTIONS)[Action] extends Traits ? Action : never;
}[EventAction];

export type Actions = {
    post_pictures: ActionFunction<PostPictures, Repositories, events.Caller, events.EventModels>;
    post_stories_id_publish: ActionFunction<PostStoriesIdPublish, Repositories, events.Caller, events.EventModels>;
};

export interface AggregateArgs<T extends ModelTypes> {
    readonly where?: T['Where'];
    readonly _count?: true;
    readonly _min?: FieldsOf<T>;
    readonly _max?: FieldsOf<T>;
    readonly _avg?: FieldsOf<T>;
    readonly _sum?: FieldsOf<T>;
}

export interface AggregateResult {
    readonly _count?: number;
    readonly _min?: Readonly<Record<string, Json>>;
    readonly _max?: Readonly<Record<string, Json>>;
    readonly _avg?: Readonly<Record<string, Json>>;
    readonly _sum?: Readonly<Record<string, Json>>;
}

export interface AnyFilter<V> {
    equals?: V | null;
    not?: V | null;
    in?: readonly V[];
    notIn?: readonly V[];
}

type AnyFunction = (...args: never[]) => unknown;

export declare class BadRequest extends HttpError {
    readonly name = "BadRequest";
    constructor(detail: string, options?: HttpErrorOptions);
}

export type CallWrapper = <T>(call: FunctionCall, work: () => Promise<T>) => Promise<T>;

export type Caller = Omit<User, 'password'>;

export declare class Calls {
    #private;
    constructor(functions: ReadonlyMap<string, unknown>, expected: Expected, timeout: number, options?: ReadonlyMap<string, ActionOptions>);
    bodyLimitOf(action: string): number | undefined;
    call(name: string, ...args: unknown[]): Promise<Json | undefined>;
    wrap(wrapper: CallWrapper): void;
}

export interface ChangedField<Name extends string, Value> {
    readonly name: Name;
    readonly newValue: Value;
    readonly params: FieldSpec | undefined;
}

export type Changes<T extends ModelTypes> = {
    readonly [F in keyof T['Update']]: T['Update'][F] | (F extends T['Incrementable'] ? Increment<T['Update'][F]> : never);
};

export type Checked = {
    readonly ok: true;
    readonly value: Json;
} | Invalid;

type Computable<T extends ModelTypes> = Exclude<FieldName<T>, T extends SecretModel ? T['Secret'] : never>;

export declare class Conflict extends HttpError {
    readonly name: string;
    constructor(detail: string, options?: HttpErrorOptions);
}

export declare class ConstraintViolation extends Conflict {
    readonly name = "ConstraintViolation";
    constructor(cause: unknown);
}

export type DefaultFunction<Value> = () => Value | Promise<Value>;

export type DefaultSpec = {
    readonly value: Json;
} | {
    readonly make: () => Json | Promise<Json>;
} | {
    readonly user: string;
};

export type Direction = 'asc' | 'desc';

export declare const EVENT_ACTIONS: {
    readonly index: {
        readonly on: 'collection';
        readonly response: 'page';
        readonly selects: true;
    };
    readonly create: {
        readonly on: 'collection';
        readonly response: 'document';
        readonly sets: true;
    };
    readonly update_many: {
        readonly on: 'collection';
        readonly response: 'message';
        readonly selects: true;
        readonly sets: true;
    };
    readonly delete_many: {
        readonly on: 'collection';
        readonly response: 'message';
        readonly selects: true;
    };
    readonly collection_options: {
        readonly on: 'collection';
        readonly response: 'nothing';
    };
    readonly show: {
        readonly on: 'item';
        readonly response: 'document';
    };
    readonly update: {
        readonly on: 'item';
        readonly response: 'document';
        readonly sets: true;
    };
    readonly replace: {
        readonly on: 'item';
        readonly response: 'document';
        readonly sets: true;
    };
    readonly delete: {
        readonly on: 'item';
        readonly response: 'message';
    };
    readonly item_options: {
        readonly on: 'item';
        readonly response: 'nothing';
    };
    readonly login: {
        readonly on: 'account';
        readonly response: 'document';
    };
    readonly logout: {
        readonly on: 'account';
        readonly response: 'message';
    };
    readonly register: {
        readonly on: 'account';
        readonly response: 'document';
        readonly sets: true;
    };
};

export type EventAction = keyof typeof EVENT_ACTIONS;

export interface EventModels {
    Story: StoryTypes;
    User: UserTypes;
}

type EventOf<T extends ModelTypes, Tag extends FiredTag, Models, User> = Tag extends FiredTag ? TaggedEvent<T, Tag, Models, User> : never;

export type EventTag = FiredTag | 'before_set' | 'after_set';

export type Expected = Readonly<Record<string, {
    readonly kind: string;
    readonly file: string;
}>>;

export declare const FIELD_TYPES: readonly ['id_field', 'object_id', 'string', 'text', 'integer', 'small_integer', 'big_integer', 'float', 'decimal', 'boolean', 'date', 'datetime', 'time', 'interval', 'binary', 'choice', 'list', 'dict', 'pickle'];

export interface Fault {
    readonly path: string;
    readonly message: string;
}

type FieldName<T extends ModelTypes> = keyof T['Row'] & string;

type FieldOf<Model> = Model extends {
    readonly Row: infer R;
} ? keyof R & string : never;

export interface FieldSpec {
    readonly type: FieldType;
    readonly column: string | null;
    readonly required?: true;
    readonly unique?: true;
    readonly index?: true;
    readonly words?: true;
    readonly maxLength?: number;
    readonly choices?: readonly Json[];
    readonly itemType?: FieldType;
    readonly precision?: number;
    readonly scale?: number;
    readonly asString?: true;
    readonly hash?: (plain: string) => Promise<string>;
    readonly writeOnly?: true;
    readonly check?: (value: Json) => Checked;
    readonly normalize?: (value: Json) => Json;
    readonly default?: DefaultSpec;
    readonly onUpdate?: DefaultSpec;
}

export type FieldType = (typeof FIELD_TYPES)[number];

type FieldsOf<T extends ModelTypes> = {
    readonly [F in Computable<T>]?: true;
};

type FieldsOf<T extends ModelTypes> = {
    readonly [F in keyof T['Fields'] & string]?: ChangedField<F, T['Fields'][F]>;
} & (T extends OpenModel ? {
    readonly [name: string]: ChangedField<string, Json> | undefined;
} : unknown);

export interface FindArgs<T extends ModelTypes, Included extends RelationName<T> = never, Selected extends FieldName<T> = FieldName<T>> extends ReadArgs<Included, Selected> {
    readonly where?: T['Where'];
    readonly orderBy?: OrderBy<T>;
    readonly take?: number;
    readonly skip?: number;
    readonly cursor?: T['Key'];
}

type Fired<Tag extends EventTag> = Tag extends `${infer When extends 'before' | 'after'}_set` ? `${When}_${ActionWith<{
    sets: true;
}>}` : Extract<Tag, FiredTag>;

export type FiredTag = `${'before' | 'after'}_${EventAction}`;

export declare class Forbidden extends HttpError {
    readonly name = "Forbidden";
    constructor(detail: string, options?: HttpErrorOptions);
}

export interface FunctionCall {
    readonly name: string;
    readonly kind: string;
}

export type Functions = {
    count_words: (event: events.StoryEvent<'after_index'>) => unknown;
    set_owner: (event: events.StoryEvent<'before_create'>) => unknown;
    welcome: (event: events.UserEvent<'after_register'>) => unknown;
    lowercase: ProcessorFunction<UserFields['username'], ProcessorContext<UserTypes, 'username', events.UserEvent<'before_set'>>>;
    is_owner: PrincipalFunction<events.Caller, Story | User, Repositories>;
    make_slug: DefaultFunction<StoryFields['slug']>;
    record_change: (change: RowChange<StoryTypes, Repositories, events.Caller>) => unknown;
};

export type GivenRule = string | {
    readonly effect: 'allow' | 'deny';
    readonly principal: string;
    readonly permissions: readonly string[];
};

type GivenRules = string | readonly GivenRule[] | undefined;

export type HandlerEvent<T extends ModelTypes, Tag extends EventTag, Models, User> = EventOf<T, Fired<Tag>, Models, User>;

export declare class HttpError extends Error {
    readonly name: string;
    readonly status: number;
    readonly errors: readonly Fault[];
    readonly errorCount: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly type: string;
    constructor(status: number, detail: string, { errors, errorCount, headers, type }?: HttpErrorOptions);
}

export interface HttpErrorOptions {
    readonly errors?: readonly Fault[];
    readonly errorCount?: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly type?: string;
}

export interface Increment<Value> {
    readonly increment: number | Extract<Value, string>;
}

type InstanceOf<T extends ModelTypes, Tag extends FiredTag> = ActionOf<Tag> extends ActionWith<{
    on: 'item';
}> ? T['Row'] : undefined;

type IntersectionOf<Functions> = [Functions] extends [(all: infer All) => void] ? All : never;

export interface Invalid {
    readonly ok: false;
    readonly message: string;
    readonly items?: readonly {
        readonly index: number;
        readonly message: string;
    }[];
}

export type ItemRules = string | readonly GivenRule[] | null;

export interface JobAddition {
    readonly at?: Date | string;
    readonly key?: string;
}

export interface JobCall<Payload, Models> {
    readonly payload: Payload;
    readonly attempt: number;
    readonly models: Models;
    readonly transaction: <T>(work: (models: Models) => Promise<T>) => Promise<T>;
    readonly signal: AbortSignal;
}

export interface JobDefinition<Models> {
    readonly run: JobFunction<never, Models>;
    readonly retries: number;
    readonly timeout: number;
    readonly schedule: Schedule | null;
}

export type JobFunction<Payload, Models> = (call: JobCall<Payload, Models>) => unknown;

export declare class JobFunctions<Models> {
    readonly definitions: Map<string, JobDefinition<Models>>;
    added: () => void;
    get names(): readonly string[];
    readonly job: JobRegistration<Models>;
}

export type JobName = [keyof JobPayloads] extends [never] ? string : keyof JobPayloads & string;

export interface JobOptions {
    readonly retries?: number;
    readonly timeout?: number;
    readonly cron?: string;
    readonly timezone?: string;
}

export interface JobPayloads {
}

export interface JobRegistration<Models> {
    <Name extends string, Payload = PayloadOf<Name>>(name: Name, run: JobFunction<Payload, Models>): void;
    <Name extends string, Payload = PayloadOf<Name>>(name: Name, options: JobOptions, run: JobFunction<Payload, Models>): void;
}

export interface JobSettings {
    readonly jobs: {
        readonly concurrency: number;
    };
}

export interface Jobs {
    add<Name extends JobName>(name: Name, payload: PayloadOf<Name>, addition?: JobAddition): Promise<string>;
    waiting(name: JobName): Promise<WaitingJob[]>;
}

export type Json = null | boolean | number | string | readonly Json[] | {
    readonly [key: string]: Json;
};

export type JsonObject = {
    readonly [key: string]: Json;
};

export type Key = string | number;

export interface Kind<T> {
    readonly expects: string;
    parse(text: string): T | undefined;
}

export interface ListFilter<V> {
    has?: V;
    hasEvery?: readonly V[];
    hasSome?: readonly V[];
    isNull?: boolean;
}

export interface Logical<Where> {
    AND?: readonly Where[];
    OR?: readonly Where[];
    NOT?: Where;
}

export interface Mail<User = Row> {
    readonly kind: 'reset' | 'verify';
    readonly to: string;
    readonly token: string;
    readonly link: string;
    readonly user: User;
}

export type MailFunction<User> = (mail: Mail<User>) => unknown;

export declare class Mailer<User> {
    #private;
    get isRegistered(): boolean;
    readonly register: (send: MailFunction<User>) => void;
    send(mail: Mail): Promise<void>;
}

export interface MetricsSettings {
    readonly metrics: boolean;
}

export interface ModelTypes {
    Name: string;
    Row: Row;
    Key: Key;
    Unique: Row;
    Fields: Row;
    Create: Row;
    Update: Row;
    Document: object;
    Where: object;
    Sortable: string;
    Incrementable: string;
    Relations: object;
}

export declare class NotFound extends HttpError {
    readonly name = "NotFound";
    constructor(detail: string, options?: HttpErrorOptions);
}

export declare class NotImplemented extends HttpError {
    readonly name = "NotImplemented";
    constructor(detail?: string, options?: HttpErrorOptions);
}

export interface OpenModel {
    Open: true;
}

export interface OpenModels {
    readonly models: Repositories;
    transaction<T>(work: (models: Repositories) => Promise<T>): Promise<T>;
    close(): Promise<void>;
}

export type OrderBy<T extends ModelTypes> = {
    readonly [F in T['Sortable']]?: Direction;
} | readonly {
    readonly [F in T['Sortable']]?: Direction;
}[];

export interface OrderedFilter<V> extends AnyFilter<V> {
    gt?: V;
    gte?: V;
    lt?: V;
    lte?: V;
}

export declare const PERMISSIONS: readonly ['view', 'create', 'update', 'delete', 'options'];

export type PayloadOf<Name> = Name extends keyof JobPayloads ? JobPayloads[Name] : unknown;

export type Permission = (typeof PERMISSIONS)[number];

export interface PostPictures {
    params: {};
    query: {};
    headers: {};
    body: {
        picture?: UploadedFile;
    };
    item: undefined;
    result: unknown;
}

export interface PostStoriesIdPublish {
    params: {
        id: string;
    };
    query: {
        silent?: boolean;
    };
    headers: {};
    body: {
        date: string;
        places?: string[];
    };
    item: Story;
    result: {
        date: string;
        places?: string[];
    };
}

export interface PresenceFilter {
    isNull: boolean;
}

export interface PrincipalContext<User = Row, Item = Row, Models = object> {
    readonly ace: {
        readonly effect: 'allow' | 'deny';
        readonly permissions: readonly string[];
    };
    readonly request: FastifyRequest;
    readonly user: User | undefined;
    readonly item: Item | undefined;
    readonly models: Models;
}

export type PrincipalFunction<User, Item, Models> = (context: PrincipalContext<User, Item, Models>) => GivenRules | Promise<GivenRules>;

export interface ProcessorContext<T extends ModelTypes, Field extends keyof T['Fields'], Event> {
    readonly instance: T['Row'] | undefined;
    readonly field: Field;
    readonly params: FieldSpec | undefined;
    readonly request: FastifyRequest;
    readonly model: T['Name'];
    readonly event: Event;
}

export type ProcessorFunction<Value, Context> = (newValue: Value, context: Context) => Value | Promise<Value>;

export type Query = Record<string, string | string[] | undefined>;

type QueryOf<T extends ModelTypes, Tag extends FiredTag> = T extends {
    Queries: infer Queries;
} ? ActionOf<Tag> extends keyof Queries ? Queries[ActionOf<Tag>] & Record<string, QueryValue | QueryValue[] | undefined> : Record<string, string | string[] | undefined> : Record<string, string | string[] | undefined>;

type QueryValue = string | number | boolean | Date;

export interface ReadArgs<Included extends string, Selected extends string> {
    readonly include?: {
        readonly [R in Included]: true;
    };
    readonly select?: {
        readonly [F in Selected]: true;
    };
}

export declare class RecordedJobs implements Jobs {
    readonly added: WaitingJob[];
    add<Name extends JobName>(name: Name, payload: PayloadOf<Name>, addition?: JobAddition): Promise<string>;
    waiting(name: JobName): Promise<WaitingJob[]>;
}

export interface RedisSettings {
    readonly redis: {
        readonly url: string | undefined;
    };
}

export declare class ReferenceViolation extends Conflict {
    readonly name = "ReferenceViolation";
    readonly reason: 'missing' | 'referenced';
    readonly fields: readonly string[];
    constructor(reason: 'missing' | 'referenced', { model, fields }?: {
        readonly model?: string;
        readonly fields?: readonly string[];
    });
}

export declare class Registry<Functions extends Readonly<Record<keyof Functions, AnyFunction>>, Actions extends Readonly<Record<keyof Actions, AnyFunction>> = Readonly<Record<never, AnyFunction>>, Schemes extends Readonly<Record<keyof Schemes, AnyFunction>> = Readonly<Record<never, AnyFunction>>> {
    #private;
    constructor(expected: Expected);
    add<Name extends keyof Functions & string>(name: Name, run: NoInfer<Functions[Name]>): void;
    action<Name extends keyof Actions & string>(name: Name, run: NoInfer<Actions[Name]>): void;
    action<Name extends keyof Actions & string>(name: Name, options: ActionOptions, run: NoInfer<Actions[Name]>): void;
    scheme<Name extends keyof Schemes & string>(name: Name, run: NoInfer<Schemes[Name]>): void;
    get<Name extends keyof Functions & string>(name: Name): Functions[Name];
    pause(): void;
    start(timeout: number): Calls;
    problems(): string[];
    default(name: keyof Functions & string): Json | Promise<Json>;
    call(name: string, argument: object): Promise<Json | undefined>;
    select(name: string, context: object): Promise<unknown>;
}

type RelationName<T extends ModelTypes> = keyof T['Relations'] & string;

export interface ReplicaSettings {
    readonly replicas: {
        readonly url: string | undefined;
        readonly lag: number;
    };
}

export interface Repositories {
    readonly story: StoryRepository;
    readonly user: UserRepository;
    readonly $sql: Sql<EventModels>;
    readonly $jobs: Jobs;
}

export interface Repository<T extends ModelTypes> {
    findUnique<Included extends RelationName<T> = never, Selected extends FieldName<T> = FieldName<T>>(args: UniqueArgs<T, Included, Selected>): Promise<Result<T, NoInfer<Included>, NoInfer<Selected>> | undefined>;
    findFirst<Included extends RelationName<T> = never, Selected extends FieldName<T> = FieldName<T>>(args?: FindArgs<T, Included, Selected>): Promise<Result<T, NoInfer<Included>, NoInfer<Selected>> | undefined>;
    findMany<Included extends RelationName<T> = never, Selected extends FieldName<T> = FieldName<T>>(args?: FindArgs<T, Included, Selected>): Promise<Result<T, NoInfer<Included>, NoInfer<Selected>>[]>;
    count(args?: {
        readonly where?: T['Where'];
    }): Promise<number>;
    aggregate(args: AggregateArgs<T>): Promise<AggregateResult>;
    groupBy<F extends Computable<T>>(args: {
        readonly by: readonly F[];
        readonly where?: T['Where'];
    }): Promise<(Pick<T['Row'], F> & {
        readonly _count: number;
    })[]>;
    create(args: {
        readonly data: T['Create'];
    }): Promise<T['Row']>;
    createMany(args: {
        readonly data: readonly T['Create'][];
    }): Promise<T['Row'][]>;
    update(args: {
        readonly where: T['Unique'];
        readonly data: Changes<T>;
    }): Promise<T['Row'] | undefined>;
    updateMany(args: {
        readonly where?: T['Where'];
        readonly data: Changes<T>;
    }): Promise<{
        readonly count: number;
    }>;
    upsert(args: {
        readonly where: T['Unique'];
        readonly create: T['Create'];
        readonly update: Changes<T>;
    }): Promise<T['Row']>;
    delete(args: {
        readonly where: T['Unique'];
    }): Promise<boolean>;
    deleteMany(args?: {
        readonly where?: T['Where'];
    }): Promise<{
        readonly count: number;
    }>;
    transaction<R>(work: (repository: Repository<T>) => Promise<R>): Promise<R>;
}

export type ResponseBody = {
    [name: string]: Json | undefined;
};

type ResponseDocument<T extends ModelTypes> = [VirtualField<T>] extends [never] ? T['Document'] : T['Document'] & {
    [F in VirtualField<T>]?: T['Fields'][F];
};

export interface ResponseMessage {
    message: string;
    count?: number;
}

type ResponseOf<T extends ModelTypes, Tag extends FiredTag> = Tag extends `before_${string}` ? undefined : ActionOf<Tag> extends ActionWith<{
    response: 'page';
}> ? ResponsePage<ResponseDocument<T>> : ActionOf<Tag> extends ActionWith<{
    response: 'message';
}> ? ResponseMessage : ActionOf<Tag> extends ActionWith<{
    response: 'nothing';
}> ? object : ResponseDocument<T>;

export interface ResponsePage<Document> {
    total?: number;
    total_exceeded?: boolean;
    start?: number;
    count?: number;
    data?: Document[];
    aggregations?: Json;
}

export type Result<T extends ModelTypes, Included extends RelationName<T> = never, Selected extends FieldName<T> = FieldName<T>> = [Included] extends [never] ? Selection<T, Selected> : WithRelated<T, Selection<T, Selected>, Included>;

export type Row = {
    readonly [field: string]: Json;
};

export type RowChange<T extends ModelTypes, Repositories, User> = Values<T['Row']> & {
    readonly model: T['Name'];
    readonly user: User | undefined;
    readonly models: Repositories;
};

export interface Schedule {
    readonly text: string;
    readonly next: (after: number) => number | null;
}

export interface SchemeContext<Credentials = unknown, Models = object, User = unknown> {
    readonly request: FastifyRequest;
    readonly credentials: Credentials;
    readonly scopes: readonly string[];
    readonly models: Models;
    readonly user: User | undefined;
}

export type SchemeFunction<Credentials, User, Models> = (context: SchemeContext<Credentials, Models, User>) => User | undefined | Promise<User | undefined>;

export type Schemes = {
    legacy: SchemeFunction<string, Pick<events.Caller, 'username'>, Repositories>;
};

export type SearchFunction = (model: string, query: string | JsonObject, options: SearchOptions) => Promise<Row[] | JsonObject>;

export interface SearchOptions {
    readonly take?: number;
    readonly skip?: number;
    readonly orderBy?: unknown;
}

type SearchOrder<Models, Name extends string> = Uncapitalize<Name> extends keyof Models ? Models[Uncapitalize<Name>] extends {
    findMany(args: infer Args): unknown;
} ? NonNullable<Args> extends {
    readonly orderBy?: infer Order;
} ? Order : never : never : never;

export type SearchResult<Models, Name extends string> = Uncapitalize<Name> extends keyof Models ? Models[Uncapitalize<Name>] extends {
    create(args: never): Promise<infer Row>;
} ? Row : never : never;

export interface SearchSettings {
    readonly search: {
        readonly url: string | undefined;
        readonly models: 'declared' | 'all';
        readonly prefix: string;
        readonly username: string | undefined;
        readonly password: string | undefined;
    };
}

export type SearchableName<Models> = Capitalize<keyof Models & string>;

export interface SecretModel {
    Secret: string;
}

type SelectingTag = `before_${ActionWith<{
    selects: true;
}>}`;

type Selection<T extends ModelTypes, Selected extends FieldName<T>> = [FieldName<T>] extends [Selected] ? T['Row'] : Pick<T['Row'], Selected>;

interface SessionActions<User> {
    logIn(user: User): void;
    endSessions(user: User): void;
}

type Setter<Fields> = IntersectionOf<{
    [F in keyof Fields & string]: (set: (name: F, value: Fields[F]) => void) => void;
}[keyof Fields & string]> & (<F extends keyof Fields & string>(name: F, value: Fields[F]) => void);

export interface SettingSources {
    readonly serviceName: string;
    readonly file: {
        readonly name: string;
        readonly text: string;
    };
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly values: SettingValues;
}

export type SettingValues = Readonly<Record<string, string | number | boolean>>;

export type Settings = CoreSettings & AccountSettings & JobSettings & MetricsSettings & RedisSettings & ReplicaSettings & SearchSettings & TracingSettings;

export type Settings = Readonly<ReturnType<typeof readSettings>>;

export interface SettingsOptions {
    readonly name: string;
    readonly canAuthenticate: boolean;
    readonly engine?: 'sql' | 'mongodb';
    readonly secrets: readonly string[];
    readonly databaseAcls?: boolean;
    readonly systemFields?: readonly string[];
    readonly leftOut?: Readonly<Record<string, string>>;
    readonly databaseUrl?: Kind<string>;
    readonly values?: SettingValues;
    readonly env?: Readonly<Record<string, string | undefined>>;
    readonly file?: string;
}

export declare class SettingsReader {
    #private;
    readonly serviceName: string;
    constructor(sources: SettingSources, leftOut?: Readonly<Record<string, string>>);
    read<T, D>(key: string, kind: Kind<T>, fallback: D, alias?: string): T | D;
    addError(key: string, message: string): void;
    errors(): string[];
}

export interface Sql<Models> {
    <T extends object = Readonly<Record<string, Json>>>(text: TemplateStringsArray, ...values: readonly SqlValue[]): Promise<SqlRows<T>>;
    part(text: TemplateStringsArray, ...values: readonly SqlValue[]): SqlPart;
    table(model: keyof Models & string): SqlPart;
    column<Name extends keyof Models & string>(model: Name, field: FieldOf<Models[Name]>): SqlPart;
    sum(decimals: SqlPart): SqlPart;
}

export declare class SqlPart {
    readonly texts: readonly string[];
    readonly values: readonly SqlValue[];
    constructor(texts: readonly string[], values?: readonly SqlValue[]);
}

export interface SqlRows<T> extends ReadonlyArray<T> {
    readonly count: number;
}

type SqlScalar = string | number | bigint | boolean | Date;

export type SqlValue = SqlScalar | Uint8Array | null | SqlPart | readonly SqlScalar[];

export type Story = {
    created: string | null;
    id: number;
    price: number | string | null;
    slug: string | null;
    state: StoryState | null;
    tags: Record<string, Json> | null;
    title: string;
    owner: string | null;
    _acl: string[] | null;
};

export type StoryCreate = {
    created?: string | null;
    price?: number | string | null;
    slug?: string | null;
    state?: StoryState | null;
    tags?: Record<string, Json> | null;
    title: string;
    owner?: string | null;
    _acl?: ItemRules;
};

export type StoryDocument = {
    _type: 'Story';
    _pk: string;
    _self: string | null;
} & Partial<Story>;

export type StoryEvent<Tag extends EventTag = EventTag> = HandlerEvent<StoryTypes, Tag, Repositories, Caller>;

export type StoryFields = Required<StoryCreate>;

export type StoryRepository = Repository<StoryTypes>;

export type StoryState = (typeof storyStates)[number];

export interface StoryTypes extends ModelTypes {
    Name: 'Story';
    Row: Story;
    Key: number;
    Unique: {
        id: number;
    };
    Fields: StoryFields;
    Create: StoryCreate;
    Update: StoryUpdate;
    Document: StoryDocument;
    Where: StoryWhere;
    Sortable: Exclude<keyof Story, '_acl' | 'owner'>;
    Incrementable: 'price';
    Relations: {
        owner: User | null;
    };
}

export type StoryUpdate = {
    [Field in keyof StoryCreate]?: StoryCreate[Field];
};

export interface StoryWhere extends Logical<StoryWhere> {
    created?: string | null | OrderedFilter<string>;
    id?: Story['id'] | OrderedFilter<Story['id']>;
    price?: number | string | null | OrderedFilter<number | string>;
    slug?: string | null | TextFilter;
    state?: StoryState | null | AnyFilter<StoryState>;
    tags?: PresenceFilter;
    title?: string | null | TextFilter;
    owner?: ToOneFilter<UserWhere, string>;
}

export interface TaggedEvent<T extends ModelTypes, Tag extends FiredTag, Models, User> {
    readonly tag: Tag;
    readonly action: ActionOf<Tag>;
    readonly model: T['Name'];
    readonly fields: FieldsOf<T>;
    readonly instance: InstanceOf<T, Tag>;
    readonly response: ResponseOf<T, Tag>;
    readonly view: {
        readonly request: FastifyRequest;
        readonly query: QueryOf<T, Tag>;
    };
    readonly restrict: Tag extends SelectingTag ? (where: T['Where']) => void : undefined;
    readonly user: User | undefined;
    readonly models: Models;
    readonly setFieldValue: Setter<T['Fields']>;
    afterCommit(work: (models: Models) => unknown): void;
    search<Name extends SearchableName<Models>>(model: Name, expression: string, options?: {
        readonly take?: number;
        readonly skip?: number;
        readonly orderBy?: SearchOrder<Models, Name>;
    }): Promise<SearchResult<Models, Name>[]>;
}

export interface TestEventParts<T extends ModelTypes, Models, User> {
    readonly fields?: Partial<T['Fields']>;
    readonly instance?: Partial<T['Row']>;
    readonly response?: ResponseBody;
    readonly user?: User;
    readonly request?: Partial<FastifyRequest>;
    readonly query?: Query;
    readonly models?: Partial<Models>;
    readonly search?: SearchFunction;
}

export interface TextFilter extends OrderedFilter<string> {
    contains?: string;
    startsWith?: string;
    endsWith?: string;
    mode?: 'insensitive';
}

export interface ToManyFilter<Where> {
    some?: Where;
    none?: Where;
}

export type ToOneFilter<Where, K extends Key> = K | null | AnyFilter<K> | {
    is: Where;
};

export interface TracingSettings {
    readonly tracing: {
        readonly url: string | undefined;
    };
}

export declare class Unauthorized extends HttpError {
    readonly name = "Unauthorized";
    constructor(detail: string, options?: HttpErrorOptions);
}

export interface UniqueArgs<T extends ModelTypes, Included extends RelationName<T> = never, Selected extends FieldName<T> = FieldName<T>> extends ReadArgs<Included, Selected> {
    readonly where: T['Unique'];
    readonly lock?: boolean;
}

export declare class UniqueViolation extends Conflict {
    readonly name = "UniqueViolation";
    readonly model: string;
    readonly fields: readonly string[];
    readonly index: number | undefined;
    constructor(model: string, given: readonly string[], index?: number);
}

export declare class UnprocessableEntity extends HttpError {
    readonly name = "UnprocessableEntity";
    constructor(detail: string, options?: HttpErrorOptions);
}

export interface UploadedFile {
    readonly filename: string;
    readonly type: string;
    readonly stream: Readable;
}

export type User = {
    email: string;
    groups: UserGroup[] | null;
    password: string;
    username: string;
    _acl: string[] | null;
};

export type UserCreate = {
    email: string;
    groups?: UserGroup[] | null;
    password: string;
    username: string;
    stories?: number[];
    _acl?: ItemRules;
};

export type UserDocument = {
    _type: 'User';
    _pk: string;
    _self: string | null;
    stories?: number[];
    stories_total?: number;
} & Partial<Omit<User, 'password'>>;

export type UserEvent<Tag extends EventTag = EventTag> = HandlerEvent<UserTypes, Tag, Repositories, Caller>;

export type UserFields = Required<UserCreate>;

export type UserGroup = (typeof userGroups)[number];

export type UserRepository = Repository<UserTypes>;

export interface UserTypes extends ModelTypes {
    Name: 'User';
    Row: User;
    Key: string;
    Unique: {
        username: string;
    };
    Fields: UserFields;
    Create: UserCreate;
    Update: UserUpdate;
    Document: UserDocument;
    Where: UserWhere;
    Sortable: Exclude<keyof User, '_acl' | 'password'>;
    Secret: 'password';
    Incrementable: never;
    Relations: {
        stories: Story[];
    };
}

export type UserUpdate = {
    [Field in keyof UserCreate]?: UserCreate[Field];
};

export interface UserWhere extends Logical<UserWhere> {
    email?: string | null | TextFilter;
    groups?: ListFilter<UserGroup>;
    username?: string | null | TextFilter;
    stories?: ToManyFilter<StoryWhere>;
}

type Values<R> = {
    readonly action: 'create';
    readonly before: undefined;
    readonly after: R;
} | {
    readonly action: 'update';
    readonly before: R;
    readonly after: R;
} | {
    readonly action: 'delete';
    readonly before: R;
    readonly after: undefined;
};

type VirtualField<T extends ModelTypes> = Exclude<keyof T['Fields'], keyof T['Row'] | keyof T['Document']>;

export interface WaitingJob {
    readonly id: string;
    readonly name: string;
    readonly payload: Json;
    readonly key: string | null;
    readonly at: Date | null;
}

type WithRelated<T extends ModelTypes, Item, Included extends RelationName<T>> = Omit<Item, Included> & Pick<T['Relations'], Included>;

export declare function createService(values?: SettingValues): Promise<FastifyInstance>;

declare module 'fastify' {
    interface FastifyInstance {
        readonly models: Repositories;
        transaction<T>(work: (models: Repositories) => Promise<T>): Promise<T>;
        authorize<Name extends keyof EventModels>(request: FastifyRequest, permission: Permission, model: Name, item?: EventModels[Name]['Row']): Promise<void>;
    }
    interface FastifyRequest {
        readonly user: Caller | undefined;
    }
}

export declare function loadSettings(values?: SettingValues): Settings;

export declare function openModels(values?: SettingValues): Promise<OpenModels>;

declare function readSettings(reader: SettingsReader, { name, canAuthenticate, engine, secrets, databaseAcls, systemFields, databaseUrl, }: SettingsOptions, folder: string): {
    name: string;
    folder: string;
    host: string;
    port: number;
    auth: boolean;
    database: {
        url: string;
        synchronous: "full" | "normal";
        pool: number;
        preparedStatements: boolean;
    };
    mongodb: {
        url: string;
    };
    migrate: "auto" | "manual";
    maxLimit: number;
    maxTotal: number;
    publicMaxLimit: number;
    nestedLimit: number;
    bodyLimit: number;
    maxResponse: number;
    shutdownDelay: number;
    handlerTimeout: number;
    maxJsonDepth: number;
    maxFilterLength: number;
    maxFilters: number;
    maxSortKeys: number;
    maxSearchTerms: number;
    maxFuzzyTerms: number;
    enableGetTunneling: boolean;
    enablePolymorphicQuery: boolean;
    examples: boolean;
    validateResponses: boolean;
    databaseAcls: boolean;
    system: {
        user: string | undefined;
        password: string | undefined;
        email: string | undefined;
        fields: {
            [k: string]: string | undefined;
        };
    };
    cors: {
        enable: boolean;
        allowOrigins: readonly string[];
        allowCredentials: boolean;
    };
    requestTiming: {
        enable: boolean;
        slowRequestThreshold: number;
    };
    rateLimit: {
        max: number | undefined;
        window: number;
        loginMax: number;
        loginWindow: number;
    };
    log: {
        level: "debug" | "error" | "fatal" | "info" | "silent" | "trace" | "warn";
    };
    trustProxy: boolean | string[];
    publicUrl: string | undefined;
    secrets: {
        [k: string]: string | undefined;
    };
};

export declare const registry: Registry<Functions, Actions, Schemes> & {
    readonly mail: (send: import("./runtime/accounts/mail.js").MailFunction<events.Caller>) => void;
    readonly mailer: import("./runtime/accounts/mail.js").Mailer<events.Caller>;
} & {
    readonly job: import("./runtime/jobs/registry.js").JobRegistration<Repositories>;
    readonly jobs: import("./runtime/jobs/registry.js").JobFunctions<Repositories>;
};

export declare const storyStates: readonly ['draft', 'final'];

export declare function testEvent<Name extends keyof EventModels, Tag extends FiredTag>(model: Name, tag: Tag, parts?: TestEventParts<EventModels[Name], Repositories, Caller>): HandlerEvent<EventModels[Name], Tag, Repositories, Caller>;

export declare const userGroups: readonly ['admin', 'user'];
