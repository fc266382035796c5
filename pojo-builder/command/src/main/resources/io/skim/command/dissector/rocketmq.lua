-- RocketMQ remoting frames for Wireshark 4.0 and newer. Written by "skim dissector", version @version@.
-- Copy it to Wireshark's folder of personal Lua plugins (Help, About, Folders), or: tshark -X lua_script:rocketmq.lua
--
-- Filters: rocketmq.code_name == "SEND_MESSAGE_V2", rocketmq.header.topic == "Orders", rocketmq.time > 0.1, ...

-- The codes and headers of release 5.5.1.
--@tables@

local MOST_FRAME = 16777216
local MOST_ENTRIES = 4096
local FIXED_FIELDS = 21

local rocketmq = Proto("rocketmq", "RocketMQ Remoting")

rocketmq.prefs.ports = Pref.range("TCP ports", "9876,10909,10911-10912", "Ports of name servers and brokers", 65535)
rocketmq.prefs.others = Pref.bool("Other ports too", true, "Look for frames on all other ports")

local SERIALIZE_TYPES = { [0] = "JSON", [1] = "ROCKETMQ" }

local f = {
    length = ProtoField.uint32("rocketmq.length", "Frame length"),
    serialize_type = ProtoField.uint8("rocketmq.serialize_type", "Serialize type", base.DEC, SERIALIZE_TYPES),
    header_length = ProtoField.uint24("rocketmq.header_length", "Header length"),
    code = ProtoField.int32("rocketmq.code", "Code"),
    code_name = ProtoField.string("rocketmq.code_name", "Code name"),
    language = ProtoField.string("rocketmq.language", "Language"),
    version = ProtoField.int32("rocketmq.version", "Version"),
    opaque = ProtoField.int32("rocketmq.opaque", "Opaque"),
    flag = ProtoField.int32("rocketmq.flag", "Flag"),
    response = ProtoField.bool("rocketmq.response", "Response"),
    oneway = ProtoField.bool("rocketmq.oneway", "Oneway"),
    remark = ProtoField.string("rocketmq.remark", "Remark"),
    ext_fields = ProtoField.none("rocketmq.ext_fields", "Ext fields"),
    ext = ProtoField.string("rocketmq.ext", "Ext field"),
    ext_name = ProtoField.string("rocketmq.ext.name", "Name"),
    ext_value = ProtoField.string("rocketmq.ext.value", "Value"),
    properties = ProtoField.none("rocketmq.properties", "Message properties"),
    property = ProtoField.string("rocketmq.property", "Property"),
    property_name = ProtoField.string("rocketmq.property.name", "Name"),
    property_value = ProtoField.string("rocketmq.property.value", "Value"),
    header = ProtoField.none("rocketmq.header", "Typed header"),
    header_type = ProtoField.string("rocketmq.header_type", "Header type"),
    body_length = ProtoField.uint32("rocketmq.body_length", "Body length"),
    body = ProtoField.bytes("rocketmq.body", "Body"),
    request_code = ProtoField.int32("rocketmq.request_code", "Code of the request"),
    request_name = ProtoField.string("rocketmq.request_name", "Name of the request"),
    request_in = ProtoField.framenum("rocketmq.request_in", "Request in", base.NONE, frametype.REQUEST),
    response_in = ProtoField.framenum("rocketmq.response_in", "Response in", base.NONE, frametype.RESPONSE),
    time = ProtoField.relative_time("rocketmq.time", "Time from request to response"),
}

local typed_fields = {}
for name, kind in pairs(KINDS) do
    local make = ProtoField.string
    if kind == "INT" then
        make = ProtoField.int32
    elseif kind == "LONG" then
        make = ProtoField.int64
    elseif kind == "BOOLEAN" then
        make = ProtoField.bool
    end
    typed_fields[name] = make("rocketmq.header." .. name, name)
end

local all_fields = {}
for _, field in pairs(f) do
    all_fields[#all_fields + 1] = field
end
for _, field in pairs(typed_fields) do
    all_fields[#all_fields + 1] = field
end
rocketmq.fields = all_fields

local e = {
    malformed = ProtoExpert.new("rocketmq.malformed", "Malformed frame", expert.group.MALFORMED, expert.severity.ERROR),
    field = ProtoExpert.new("rocketmq.header.malformed", "A field of the header has a value that its type cannot have",
        expert.group.PROTOCOL, expert.severity.WARN),
    refused = ProtoExpert.new("rocketmq.refused", "The response is not SUCCESS", expert.group.RESPONSE_CODE,
        expert.severity.NOTE),
    entries = ProtoExpert.new("rocketmq.entries", "Further fields are not shown", expert.group.UNDECODED,
        expert.severity.NOTE),
    cut = ProtoExpert.new("rocketmq.cut", "The capture does not have the whole header", expert.group.UNDECODED,
        expert.severity.NOTE),
}
rocketmq.experts = { e.malformed, e.field, e.refused, e.entries, e.cut }

local tcp_stream = Field.new("tcp.stream")
local json_dissector = Dissector.get("json")

-- Requests without a response so far, by conversation, direction and opaque; and pairs, by where either half is.
local pending = {}
local links = {}

function rocketmq.init()
    pending = {}
    links = {}
end

-- Values with where they stand: { value, offset, length } in bytes of the frame.

local function at(value, offset, length)
    return { value = value, offset = offset, length = length }
end

local function is_int32(number)
    return number >= -2147483648 and number <= 2147483647
end

local function signed(number, bits)
    return number >= 2 ^ (bits - 1) and number - 2 ^ bits or number
end

local function uint(raw, position, bytes)
    local number = 0
    for i = position, position + bytes - 1 do
        number = number * 256 + raw:byte(i)
    end
    return number
end

-- A binary header. Positions count from 1 in raw, whose first byte is the frame's byte 8. Returns it, or nil and why not.
local function read_binary(raw)
    local header = { fields = {} }
    local size = #raw
    if size < FIXED_FIELDS then
        return nil, "a binary header has at least 21 bytes"
    end
    local function number(position, bytes)
        return at(signed(uint(raw, position, bytes), bytes * 8), 7 + position, bytes)
    end
    header.code = number(1, 2)
    header.language = at(LANGUAGES[raw:byte(3)] or "unknown (" .. raw:byte(3) .. ")", 10, 1)
    header.version = number(4, 2)
    header.opaque = number(6, 4)
    header.flag = number(10, 4)
    local remark = uint(raw, 14, 4)
    if remark > size - FIXED_FIELDS then
        return nil, "the remark is longer than the header"
    end
    if remark > 0 then
        header.remark = at(raw:sub(18, 17 + remark), 25, remark)
    end
    local position = 18 + remark
    local map = uint(raw, position, 4)
    position = position + 4
    if map ~= size - position + 1 then
        return nil, "the ext fields do not end with the header"
    end
    while position <= size do
        local start = position
        if size - position + 1 < 2 then
            return nil, "an ext field is longer than the header"
        end
        local key_length = uint(raw, position, 2)
        local key_at = position + 2
        if key_length > 32767 or key_length + 4 > size - key_at + 1 then
            return nil, "the name of an ext field is longer than the header"
        end
        local value_length = uint(raw, key_at + key_length, 4)
        local value_at = key_at + key_length + 4
        if value_length > size - value_at + 1 then
            return nil, "the value of an ext field is longer than the header"
        end
        position = value_at + value_length
        header.fields[#header.fields + 1] = {
            name = raw:sub(key_at, key_at + key_length - 1),
            -- No value and an empty one are the same on the wire, and null for readers.
            value = value_length > 0 and raw:sub(value_at, position - 1) or nil,
            offset = 7 + start, length = position - start,
            value_offset = 7 + value_at, value_length = value_length,
        }
    end
    return header
end

-- JSON headers. Nothing calls itself: a header may be nested as deep as it is long.

local ESCAPES = { ['"'] = '"', ["\\"] = "\\", ["/"] = "/", b = "\b", f = "\f", n = "\n", r = "\r", t = "\t" }

local function utf8(point)
    if point < 0x80 then
        return string.char(point)
    elseif point < 0x800 then
        return string.char(0xC0 + math.floor(point / 64), 0x80 + point % 64)
    elseif point < 0x10000 then
        return string.char(0xE0 + math.floor(point / 4096), 0x80 + math.floor(point / 64) % 64, 0x80 + point % 64)
    end
    return string.char(0xF0 + math.floor(point / 262144), 0x80 + math.floor(point / 4096) % 64,
        0x80 + math.floor(point / 64) % 64, 0x80 + point % 64)
end

-- The text between quotes with its escapes replaced; nil if there is one that JSON does not have.
local function unescape(text)
    local parts = {}
    local position = 1
    while true do
        local slash = text:find("\\", position, true)
        if not slash then
            parts[#parts + 1] = text:sub(position)
            return table.concat(parts)
        end
        parts[#parts + 1] = text:sub(position, slash - 1)
        local letter = text:sub(slash + 1, slash + 1)
        if letter == "u" then
            local unit = tonumber(text:match("^%x%x%x%x", slash + 2) or "", 16)
            if not unit then
                return nil
            end
            position = slash + 6
            if unit >= 0xD800 and unit < 0xDC00 then
                local low = tonumber(text:match("^\\u(%x%x%x%x)", position) or "", 16)
                if low and low >= 0xDC00 and low < 0xE000 then
                    unit = 0x10000 + (unit - 0xD800) * 1024 + low - 0xDC00
                    position = position + 6
                end
            end
            parts[#parts + 1] = utf8((unit >= 0xD800 and unit < 0xE000) and 0xFFFD or unit)
        elseif ESCAPES[letter] then
            parts[#parts + 1] = ESCAPES[letter]
            position = slash + 2
        else
            return nil
        end
    end
end

-- The position behind the closing quote of a text whose opening one is at position; nil if there is none.
local function behind_text(raw, position)
    position = position + 1
    while true do
        local found = raw:find('["\\]', position)
        if not found then
            return nil
        elseif raw:byte(found) == 34 then
            return found + 1
        end
        position = found + 2
    end
end

local function skip_blanks(raw, position)
    return raw:match("^[ \t\r\n]*()", position)
end

-- Behind an object or array that begins at position; nil if it does not end.
local function behind_nested(raw, position)
    local depth = 0
    while true do
        local found = raw:find('["%[%]{}]', position)
        if not found then
            return nil
        end
        local byte = raw:byte(found)
        if byte == 34 then
            position = behind_text(raw, found)
            if not position then
                return nil
            end
        else
            depth = depth + ((byte == 91 or byte == 123) and 1 or -1)
            position = found + 1
            if depth == 0 then
                return position
            end
        end
    end
end

-- The value at position: its kind ("text", "bare" or "nested"), itself, and what is behind it; nil if there is none.
local function json_value(raw, position)
    local first = raw:sub(position, position)
    if first == '"' then
        local behind = behind_text(raw, position)
        local text = behind and unescape(raw:sub(position + 1, behind - 2))
        if text then
            return "text", text, behind
        end
        return nil
    elseif first == "{" or first == "[" then
        local behind = behind_nested(raw, position)
        if behind then
            return "nested", raw:sub(position, behind - 1), behind
        end
        return nil
    end
    local bare = raw:match("^[%w%.%+%-]+", position)
    if bare then
        return "bare", bare, position + #bare
    end
    return nil
end

-- Calls take(name, kind, value, where) for each member of the object at position. Returns what is behind it; or nil.
local function members(raw, position, take)
    position = skip_blanks(raw, position + 1)
    if raw:sub(position, position) == "}" then
        return position + 1
    end
    while raw:sub(position, position) == '"' do
        local begin = position
        local behind = behind_text(raw, position)
        local name = behind and unescape(raw:sub(position + 1, behind - 2))
        position = behind and skip_blanks(raw, behind)
        if not name or raw:sub(position, position) ~= ":" then
            return nil
        end
        local value_at = skip_blanks(raw, position + 1)
        local kind, value, after = json_value(raw, value_at)
        if not kind then
            return nil
        end
        local problem = take(name, kind, value,
            { offset = 7 + begin, length = after - begin, value_offset = 7 + value_at, value_length = after - value_at,
                position = value_at })
        if problem then
            return nil, problem
        end
        position = skip_blanks(raw, after)
        local separator = raw:sub(position, position)
        if separator == "}" then
            return position + 1
        elseif separator ~= "," then
            return nil
        end
        position = skip_blanks(raw, position + 1)
    end
    return nil
end

local NUMBERS = { code = true, version = true, opaque = true, flag = true }

local function read_ext_fields(raw, fields, kind, where)
    if kind ~= "nested" or raw:sub(where.position, where.position) ~= "{" then
        return "extFields is no object"
    end
    for i = #fields, 1, -1 do
        fields[i] = nil
    end
    local behind, problem = members(raw, where.position, function(name, value_kind, value, place)
        if value_kind == "nested" then
            return "the value of an ext field is no text"
        end
        place.name = name
        if value_kind == "text" or value ~= "null" then
            place.value = value
        end
        fields[#fields + 1] = place
    end)
    if not behind then
        return problem or "extFields is no JSON"
    end
end

local function read_json(raw)
    local header = { fields = {} }
    local position = skip_blanks(raw, 1)
    if raw:sub(position, position) ~= "{" then
        return nil, "a JSON header begins with {"
    end
    local behind, problem = members(raw, position, function(name, kind, value, where)
        local place = at(value, where.value_offset, where.value_length)
        if NUMBERS[name] then
            place.value = kind == "bare" and value:match("^%-?%d+$") and tonumber(value)
            if not place.value or not is_int32(place.value) then
                return name .. " is no number of 32 bits"
            end
            header[name] = place
        elseif kind == "bare" and value == "null" then
            return nil
        elseif name == "extFields" then
            return read_ext_fields(raw, header.fields, kind, where)
        elseif name == "remark" or name == "language" then
            if kind ~= "text" then
                return name .. " is no text"
            end
            header[name] = place
        end
    end)
    if not behind then
        return nil, problem or "the header is no JSON object"
    elseif skip_blanks(raw, behind) <= #raw then
        return nil, "text follows the JSON object"
    elseif not header.opaque then
        return nil, "a JSON header has an opaque"
    end
    for _, name in ipairs({ "code", "version", "flag" }) do
        header[name] = header[name] or { value = 0 }
    end
    header.language = header.language or { value = "JAVA" }
    if not LANGUAGE_NAMES[header.language.value] then
        header.language.value = "unknown (" .. header.language.value .. ")"
    end
    return header
end

-- The tree.

-- Adds a value where it stands, or as generated where it stands nowhere.
local function add(tree, tvb, field, item)
    if item.offset then
        return tree:add(field, tvb:range(item.offset, item.length), item.value)
    end
    return tree:add(field, item.value):set_generated()
end

local function add_pairs(tree, tvb, field, pairs_found, fields)
    if #pairs_found == 0 then
        return
    end
    local first, last = pairs_found[1], pairs_found[#pairs_found]
    local branch = tree:add(field, tvb:range(first.offset, last.offset + last.length - first.offset))
    for i, pair in ipairs(pairs_found) do
        if i > MOST_ENTRIES then
            branch:add_proto_expert_info(e.entries)
            return
        end
        local range = tvb:range(pair.offset, pair.length)
        local entry = branch:add(fields[1], range, pair.name .. "=" .. (pair.value or ""))
        entry:add(fields[2], range, pair.name)
        if pair.value then
            entry:add(fields[3], tvb:range(pair.value_offset, pair.value_length), pair.value)
        end
    end
end

-- Parts without the byte 1, without a name or without a value are dropped, and the last of a name wins, as in the reference.
local function properties(field)
    local found, places = {}, {}
    for part in field.value:gmatch("[^\2]+") do
        local name, value = part:match("^([^\1]+)\1(.+)$")
        if name then
            local place = places[name] or #found + 1
            places[name] = place
            found[place] = { name = name, value = value, offset = field.value_offset, length = field.value_length,
                value_offset = field.value_offset, value_length = field.value_length }
        end
    end
    return found
end

-- Whether the digits are a number of 64 bits.
local function is_int64(digits)
    local number = digits:match("^%-?0*(%d*)$")
    local greatest = digits:sub(1, 1) == "-" and "9223372036854775808" or "9223372036854775807"
    return number and (#number < 19 or #number == 19 and number <= greatest)
end

-- What a text is as a value of a type; nil if it is none.
local function typed_value(kind, text)
    local digits = text:match("^%+?(%d+)$") or text:match("^%-%d+$")
    if kind == "INT" then
        local number = digits and tonumber(digits)
        return number and is_int32(number) and number or nil
    elseif kind == "LONG" then
        return digits and is_int64(digits) and Int64.new(digits) or nil
    elseif kind == "BOOLEAN" then
        return text:lower() == "true"
    elseif kind == "BOUNDARY" then
        return text:upper() == "UPPER" and "UPPER" or "LOWER"
    end
    return text
end

local function is_choice(choices, text)
    for _, choice in ipairs(choices) do
        local from = choice:match("^(%d+)%.%.$")
        if choice == text or from and tonumber(text) and tonumber(text) >= tonumber(from) then
            return true
        end
    end
    return false
end

-- The typed header's fields as they are on the wire. Returns the texts by name; nil for a value that its type cannot have.
local function read_typed(type, by_key)
    local texts, found = {}, {}
    for _, field in ipairs(type.fields) do
        local key, name, kind, choices = field[1], field[2], field[3], field[4]
        local entry = by_key[key]
        local text = entry and entry.value
        if text then
            local value = typed_value(kind, text)
            if value == nil then
                return nil
            end
            if KINDS[name] == "STRING" and kind ~= "STRING" then
                value = text
            elseif KINDS[name] == "LONG" and kind == "INT" then
                value = typed_value("LONG", text)
            end
            texts[name] = text
            found[#found + 1] = { name = name, value = value, entry = entry }
        end
        if choices and next(by_key) and not (text and is_choice(choices, text)) then
            return nil
        end
    end
    return texts, found
end

local function add_typed(tree, tvb, type, header)
    local by_key = {}
    for _, entry in ipairs(header.fields) do
        by_key[entry.name] = entry
    end
    local texts, found = read_typed(type, by_key)
    local branch = tree:add(f.header, tvb:range(8, 0)):append_text(": " .. type.name)
    if not texts then
        branch:add_proto_expert_info(e.field)
        return {}, by_key
    end
    branch:add(f.header_type, type.name):set_generated()
    for _, each in ipairs(found) do
        branch:add(typed_fields[each.name], tvb:range(each.entry.value_offset, each.entry.value_length), each.value)
    end
    return texts, by_key
end

-- Requests and responses.

local function direction(pinfo, from_sender)
    local stream = tcp_stream()
    local sender = tostring(pinfo.src) .. " " .. pinfo.src_port
    local receiver = tostring(pinfo.dst) .. " " .. pinfo.dst_port
    return (stream and stream.value or "") .. ":" .. (from_sender and sender .. ">" .. receiver
        or receiver .. ">" .. sender)
end

local function link(pinfo, tvb, header, response, oneway)
    local place = pinfo.number .. ":" .. tvb:offset() .. ":" .. header.opaque.value .. ":" .. tostring(response)
    if pinfo.visited then
        return links[place]
    end
    local key = direction(pinfo, not response) .. "#" .. header.opaque.value
    if response then
        local pair = pending[key]
        if pair then
            pending[key] = nil
            pair.response = pinfo.number
            pair.response_time = pinfo.rel_ts
            links[place] = pair
        end
        return pair
    end
    local pair = { request = pinfo.number, request_time = pinfo.rel_ts, code = header.code.value,
        name = REQUEST_CODES[header.code.value] }
    links[place] = pair
    if not oneway then
        pending[key] = pair
    end
    return pair
end

local function add_link(tree, pair, response)
    if not pair then
        return
    end
    if response then
        tree:add(f.request_in, pair.request):set_generated()
        tree:add(f.request_code, pair.code):set_generated()
        if pair.name then
            tree:add(f.request_name, pair.name):set_generated()
        end
    elseif pair.response then
        tree:add(f.response_in, pair.response):set_generated()
    end
    if pair.response then
        local seconds = pair.response_time - pair.request_time
        local whole = math.floor(seconds)
        tree:add(f.time, NSTime.new(whole, math.floor((seconds - whole) * 1e9 + 0.5))):set_generated()
    end
end

local function short(text)
    text = text:gsub("%c", " ")
    return #text > 60 and text:sub(1, 60) .. "..." or text
end

local function summary(header, response, pair, texts)
    local code = header.code.value
    local name = (response and RESPONSE_CODES or REQUEST_CODES)[code] or "code " .. code
    local words = name
    if response then
        words = words .. " to " .. (pair and (pair.name or "code " .. pair.code) or "a request not seen")
    end
    words = words .. " opaque " .. header.opaque.value
    if texts.topic then
        words = words .. " topic=" .. short(texts.topic)
    end
    if response and header.remark and header.remark.value ~= "" then
        words = words .. " (" .. short(header.remark.value) .. ")"
    end
    return words
end

local function add_body(tree, tvb, pinfo, offset)
    local length = tvb:reported_length_remaining(offset)
    tree:add(f.body_length, length):set_generated()
    if length == 0 then
        return
    end
    local range = tvb:range(offset, tvb:captured_len() - offset)
    tree:add(f.body, range)
    local first = range:len() > 0 and range(0, 1):uint()
    if json_dissector and (first == 0x7B or first == 0x5B) then
        json_dissector:call(range:tvb(), pinfo, tree)
    end
end

local function add_header(tree, tvb, header, response)
    local names = response and RESPONSE_CODES or REQUEST_CODES
    local code = add(tree, tvb, f.code, header.code)
    local name = names[header.code.value]
    if name then
        code:append_text(" (" .. name .. ")")
        tree:add(f.code_name, name):set_generated()
    end
    add(tree, tvb, f.language, header.language)
    add(tree, tvb, f.version, header.version)
    add(tree, tvb, f.opaque, header.opaque)
    local flag = add(tree, tvb, f.flag, header.flag)
    flag:add(f.response, response):set_generated()
    flag:add(f.oneway, math.floor(header.flag.value / 2) % 2 == 1):set_generated()
    if header.remark then
        add(tree, tvb, f.remark, header.remark)
    end
    if response and header.code.value ~= 0 then
        code:add_proto_expert_info(e.refused)
    end
    add_pairs(tree, tvb, f.ext_fields, header.fields, { f.ext, f.ext_name, f.ext_value })
end

local function malformed(tree, why)
    tree:add_proto_expert_info(e.malformed, why)
    return "malformed frame: " .. why
end

-- A capture with a snap length has only the beginning of long packets.
local function cut(tree)
    tree:add_proto_expert_info(e.cut)
    return "frame that the capture has cut"
end

-- Adds a frame to the tree. Returns what the packet list says of it.
local function dissect_frame(tvb, pinfo, root)
    local reported, captured = tvb:reported_len(), tvb:captured_len()
    local tree = root:add(rocketmq, tvb:range(0, captured))
    if reported < 8 or tvb(0, 1):uint() ~= 0 then
        return malformed(tree, "no length of a frame")
    elseif captured < 8 then
        return cut(tree)
    end
    local header_length = tvb(5, 3):uint()
    tree:add(f.length, tvb(0, 4))
    tree:add(f.serialize_type, tvb(4, 1))
    tree:add(f.header_length, tvb(5, 3))
    local serialize_type = tvb(4, 1):uint()
    if not SERIALIZE_TYPES[serialize_type] or header_length > reported - 8 then
        return malformed(tree, header_length > reported - 8 and "the header is longer than the frame"
            or "a serialize type that is neither JSON nor binary")
    end
    if captured - 8 < header_length then
        return cut(tree)
    end
    local raw = tvb:range(8, header_length):raw()
    local header, problem
    if serialize_type == 0 then
        header, problem = read_json(raw)
    else
        header, problem = read_binary(raw)
    end
    if not header then
        return malformed(tree, problem)
    end
    local response = header.flag.value % 2 == 1
    local oneway = math.floor(header.flag.value / 2) % 2 == 1
    add_header(tree, tvb, header, response)
    local pair = link(pinfo, tvb, header, response, oneway)
    add_link(tree, pair, response)
    local type = not response and REQUESTS[header.code.value] or response and pair and RESPONSES[pair.code] or nil
    local texts, by_key = {}, nil
    if type then
        texts, by_key = add_typed(tree, tvb, type, header)
    end
    if not by_key then
        by_key = {}
        for _, entry in ipairs(header.fields) do
            by_key[entry.name] = entry
        end
    end
    local packed = by_key[type and type.properties or "properties"]
    if packed and packed.value then
        add_pairs(tree, tvb, f.properties, properties(packed),
            { f.property, f.property_name, f.property_value })
    end
    local words = summary(header, response, pair, texts)
    tree:append_text(", " .. words)
    add_body(tree, tvb, pinfo, 8 + header_length)
    return words
end

-- The length of the frame at offset. What is none is dissected as one, to its end, and named malformed.
local function frame_length(tvb, _, offset)
    if tvb:captured_len() - offset < 4 then
        return tvb:reported_length_remaining(offset)
    end
    local length = tvb(offset, 4):uint()
    if length < 4 or length > MOST_FRAME - 4 then
        return tvb:reported_length_remaining(offset)
    end
    return length + 4
end

-- Dissects the frames of a segment, or of several that were put together; a frame that is cut waits for the next segment.
local last_packet, last_offset = 0, 0

local function dissect(tvb, pinfo, root)
    local summaries = {}
    -- What stands in the list already is of frames that began in an earlier segment.
    if pinfo.number == last_packet and tvb:offset() > last_offset then
        summaries[1] = ""
    end
    last_packet, last_offset = pinfo.number, tvb:offset()
    pinfo.cols.protocol = "RocketMQ"
    pinfo.cols.info:clear()
    dissect_tcp_pdus(tvb, root, 4, frame_length, function(frame, frame_pinfo, tree)
        summaries[#summaries + 1] = dissect_frame(frame, frame_pinfo, tree)
        -- Anew for each frame: the dissector of a JSON body writes here too.
        frame_pinfo.cols.protocol = "RocketMQ"
        frame_pinfo.cols.info:clear()
        frame_pinfo.cols.info:append(table.concat(summaries, ", "))
        return frame:captured_len()
    end)
    return tvb:captured_len()
end

rocketmq.dissector = dissect

-- Whether bytes begin like a frame: its two lengths fit each other, and its header begins as its type does.
local function begins_like_a_frame(tvb)
    if tvb:captured_len() < 9 or tvb(0, 1):uint() ~= 0 then
        return false
    end
    local length, serialize_type, header_length = tvb(0, 4):uint(), tvb(4, 1):uint(), tvb(5, 3):uint()
    if header_length + 4 > length or header_length < 2 then
        return false
    end
    if serialize_type == 0 then
        return tvb(8, 1):uint() == 0x7B
    end
    return serialize_type == 1 and header_length >= FIXED_FIELDS and tvb:captured_len() >= 11
        and LANGUAGES[tvb(10, 1):uint()] ~= nil
end

local function look_for_frames(tvb, pinfo, root)
    if not rocketmq.prefs.others or not begins_like_a_frame(tvb) then
        return false
    end
    pinfo.conversation = rocketmq
    -- Not through rocketmq.dissector, which Wireshark takes for a protocol above: then frames are not put together.
    dissect(tvb, pinfo, root)
    return true
end

rocketmq:register_heuristic("tcp", look_for_frames)

local tcp_ports = DissectorTable.get("tcp.port")
local registered

local function register_ports()
    if registered ~= rocketmq.prefs.ports then
        if registered then
            tcp_ports:remove(registered, rocketmq)
        end
        registered = rocketmq.prefs.ports
        tcp_ports:add(registered, rocketmq)
    end
end

rocketmq.prefs_changed = register_ports
register_ports()
tcp_ports:add_for_decode_as(rocketmq)
